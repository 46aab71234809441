import { useContext, type ReactElement, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ActPlaceContext } from './act-place.ts'
import { Button } from './button.tsx'
import { MenuItem } from './menu.tsx'

/** Something that can be done: a button, or an item where it stands in the menu of a page. */
export function Act({
  words,
  label,
  kind = 'plain',
  refused = null,
  isBusy = false,
  act,
}: {
  words: ReactNode
  /** The name of the button, where many on a page have the same words (default: the words). */
  label?: string | undefined
  kind?: 'danger' | 'plain'
  /** Why it cannot be done now; null: it can. */
  refused?: string | null
  /** True: it is being done. */
  isBusy?: boolean
  act: () => void
}) {
  const place = useContext(ActPlaceContext)
  if (place === null)
    return (
      <Button kind={kind} refused={refused} disabled={isBusy} aria-label={label} onClick={act}>
        {words}
      </Button>
    )
  const { menu, list } = place
  if (list === null) return null
  const actFromMenu = () => {
    // What opens now gives the focus back to what had it: the item itself is not there any more by then.
    menu.getState().disclosureElement?.focus()
    act()
  }
  return createPortal(
    <MenuItem store={menu} kind={kind} refused={refused} isBusy={isBusy} act={actFromMenu}>
      {words}
    </MenuItem>,
    list,
  )
}

/** A way that stands among the acts of a menu; `children` are its words. */
export function ActLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  const place = useContext(ActPlaceContext)
  if (!place?.list) return null
  return createPortal(
    <MenuItem store={place.menu} link={link}>
      {children}
    </MenuItem>,
    place.list,
  )
}
