import { Sheet } from '../kit/sheet.tsx'
import type { StartedKind } from './run-draft.ts'
import { RunForm, type RunOf } from './run-form.tsx'

/** A button that opens the settings of a run of one of these kinds. */
export function RunSheet({
  words,
  kinds,
  refused,
  ...of
}: RunOf & { words: string; kinds: readonly StartedKind[]; refused: string | null }) {
  return (
    <Sheet words={words} title={`${words}: ${of.container?.name ?? 'the datastore'}`} refused={refused}>
      {() => <RunForm {...of} kinds={kinds} />}
    </Sheet>
  )
}
