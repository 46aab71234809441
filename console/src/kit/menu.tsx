import { useId, type ReactElement, type ReactNode } from 'react'
import {
  Menu as Base,
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItem as BaseItem,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuProvider,
  type MenuStore,
} from '@ariakit/react'

/** A button that opens a list of acts. */
export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <MenuProvider>
      <MenuButton className="button plain">
        {label} <span aria-hidden="true">▾</span>
      </MenuButton>
      <Base className="popup menu" gutter={4} fixed>
        {children}
      </Base>
    </MenuProvider>
  )
}

/** An act of a menu; with `refused` it cannot be done, and says why. */
export function MenuItem({
  act,
  kind = 'plain',
  refused = null,
  isBusy = false,
  store,
  link,
  children,
}: {
  act?: () => void
  kind?: 'danger' | 'plain'
  refused?: string | null
  /** True: it is being done. */
  isBusy?: boolean
  /** The menu, where it is not written in it. */
  store?: MenuStore
  /** What it leads to, where it does nothing else. */
  link?: ReactElement
  children: ReactNode
}) {
  const id = useId()
  // Its name is what it does, and the reason a remark on it.
  const named =
    refused === null ? {} : { 'aria-labelledby': `${id}-does`, 'aria-describedby': `${id}-reason` }
  return (
    <BaseItem
      {...(store && { store })}
      {...(link && { render: link })}
      {...(act && { onClick: act })}
      className={`menu-item ${kind}`}
      disabled={refused !== null || isBusy}
      accessibleWhenDisabled
      {...named}
    >
      <span id={`${id}-does`}>{children}</span>
      {refused !== null && <small id={`${id}-reason`}>{refused}</small>}
    </BaseItem>
  )
}

/** One of several values, in a menu. */
export function ChoiceItems<Value extends string>({
  title,
  name,
  values,
  value,
  choose,
}: {
  title: string
  name: string
  values: readonly Value[]
  value: Value
  choose: (value: Value) => void
}) {
  return (
    <MenuGroup>
      <MenuGroupLabel className="menu-note">{title}</MenuGroupLabel>
      {values.map((one) => (
        <MenuItemRadio
          key={one}
          className="menu-item"
          name={name}
          value={one}
          checked={one === value}
          hideOnClick={false}
          onChange={() => choose(one)}
        >
          <span aria-hidden="true">{one === value ? '●' : '○'}</span> {one}
        </MenuItemRadio>
      ))}
    </MenuGroup>
  )
}

/** Something that is so or not, in a menu; `remark` says more of it. */
export function TickItem({
  name,
  isTicked,
  tick,
  remark,
  resize,
  children,
}: {
  name: string
  isTicked: boolean
  tick: (isTicked: boolean) => void
  remark: string | null
  /** Makes it smaller (-1) or larger (1), for the arrow keys. */
  resize: (direction: -1 | 1) => void
  children: ReactNode
}) {
  return (
    <MenuItemCheckbox
      className="menu-item"
      name={name}
      checked={isTicked}
      hideOnClick={false}
      onChange={() => tick(!isTicked)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') resize(key === 'ArrowLeft' ? -1 : 1)
      }}
    >
      <span aria-hidden="true">{isTicked ? '☑' : '☐'}</span> {children}
      {remark !== null && <small>{remark}</small>}
    </MenuItemCheckbox>
  )
}
