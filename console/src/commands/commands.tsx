import { Suspense, lazy, useCallback, useState } from 'react'
import type { Self } from '../api/api.generated.ts'
import { Button } from '../kit/button.tsx'
import { useKeys, type Sheet } from './keys.ts'
import { useRemembering } from './seen.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeysSheet = lazy(() => import('./keys-sheet.tsx'))

/** The keys of every page, and the sheets that they open; these are loaded when they are opened first. `me`: who uses them. */
export function Commands({ me }: { me: Self }) {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const close = useCallback(() => setSheet(null), [])
  useKeys(setSheet)
  useRemembering(me.id)
  return (
    <>
      <Button onClick={() => setSheet('palette')}>
        Search <kbd>Ctrl K</kbd>
      </Button>
      <Suspense>
        {sheet === 'palette' && <Palette close={close} open={setSheet} />}
        {sheet === 'keys' && <KeysSheet close={close} />}
      </Suspense>
    </>
  )
}
