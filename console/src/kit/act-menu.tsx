import { useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Menu as Base, MenuButton, MenuGroup, MenuGroupLabel, useMenuStore } from '@ariakit/react'
import { ActPlaceContext } from './act-place.ts'

/**
 * The acts of a page that are seldom meant, in a menu behind “More”. What they open, and what they say, stays on the page. `label` is the
 * name of the menu where there are many (default: the word).
 */
export function ActMenu({ label, children }: { label?: string; children: ReactNode }) {
  const menu = useMenuStore()
  const [list, setList] = useState<HTMLElement | null>(null)
  return (
    <>
      <MenuButton store={menu} className="button plain" aria-label={label}>
        More <span aria-hidden="true">▾</span>
      </MenuButton>
      <Base store={menu} className="popup menu" gutter={4} fixed>
        <div ref={setList} />
      </Base>
      <ActPlaceContext value={{ menu, list }}>{children}</ActPlaceContext>
    </>
  )
}

/** Acts of a menu that belong together. */
export function ActGroup({ title, children }: { title: string; children: ReactNode }) {
  const place = useContext(ActPlaceContext)
  const [list, setList] = useState<HTMLElement | null>(null)
  if (!place?.list) return null
  return (
    <>
      {createPortal(
        <MenuGroup className="menu-group">
          <MenuGroupLabel className="menu-note">{title}</MenuGroupLabel>
          <div ref={setList} />
        </MenuGroup>,
        place.list,
      )}
      <ActPlaceContext value={{ ...place, list }}>{children}</ActPlaceContext>
    </>
  )
}
