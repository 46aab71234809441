import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Combobox, ComboboxItem, ComboboxList, ComboboxPopover, ComboboxProvider } from '@ariakit/react'
import { count } from '../words/numbers.ts'
import { Button } from './button.tsx'
import { wrong } from './fields.tsx'
import { Problem } from './problem.tsx'
import './chooser.css'

/** One of many things, found by a part of its name; what is typed alone chooses nothing. */
export function Chooser({
  label,
  problem = null,
  again,
  isDisabled = false,
  hasFocus = false,
  chosen,
  none,
  choose,
  children,
}: {
  label: string
  /** What is wrong with the choice; null: nothing is known to be. */
  problem?: string | null
  /** Asks again for what is chosen, where that could not be read. */
  again?: (() => void) | undefined
  isDisabled?: boolean
  /** True: it has the focus as soon as it is drawn. */
  hasFocus?: boolean
  /** The name of what is chosen; null: nothing is. */
  chosen: string | null
  /** What it means that nothing is chosen, as the first entry of the list; left out: something has to be. */
  none?: string | undefined
  choose: (id: number | null, word: string) => void
  /** The list for what is typed; made when it opens. */
  children: (typed: string, list: ChooserList) => ReactNode
}) {
  const id = useId()
  const { typed, setTyped, isOpen, turn, ...keys } = useOpening()
  return (
    <div className="field" {...keys}>
      <label htmlFor={id}>{label}</label>
      <ComboboxProvider
        open={isOpen}
        setOpen={turn}
        value={typed ?? chosen ?? none ?? ''}
        setValue={setTyped}
        resetValueOnHide={false}
        includesBaseElement={false}
      >
        <Line id={id} isDisabled={isDisabled} hasFocus={hasFocus} problem={problem} />
        <ComboboxPopover
          className="popup"
          gutter={4}
          sameWidth
          portal
          fixed
          unmountOnHide
          hideOnEscape={false}
          aria-label={label}
        >
          {children(typed ?? '', { label, none, choose })}
        </ComboboxPopover>
      </ComboboxProvider>
      <Problem id={id} problem={problem} />
      {again && (
        <div>
          <Button onClick={again}>Try again</Button>
        </div>
      )}
    </div>
  )
}

/** Whether the list is open, and what is typed for it (null: nothing yet); that is forgotten when it closes. */
function useOpening() {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const turn = (isNowOpen: boolean) => {
    setOpen(isNowOpen)
    if (!isNowOpen) setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    // Enter chooses from the list, and does not send the form around; Escape closes the list, and not the sheet around.
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    turn(false)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // Before anything fits there is nothing to choose, and the first that does is still to be chosen by the next Enter; of an entry that
    // is chosen the line hands the key on to the entry.
    const isOfLine = (event.target as Element).matches('input:not([aria-activedescendant])')
    if (!isOpen || event.key !== 'Enter' || !isOfLine) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { typed, setTyped, isOpen, turn, onKeyDown, onKeyDownCapture }
}

/** Where it is typed. */
function Line({
  id,
  isDisabled,
  hasFocus,
  problem,
}: {
  id: string
  isDisabled: boolean
  hasFocus: boolean
  problem: string | null
}) {
  return (
    <div className="chooser">
      <Combobox
        id={id}
        className="input"
        placeholder="choose …"
        autoComplete="list"
        autoSelect
        disabled={isDisabled}
        autoFocus={hasFocus}
        {...wrong(id, problem)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <span className="caret" aria-hidden="true">
        ▾
      </span>
    </div>
  )
}

/** What the list of a chooser is told by it. */
export interface ChooserList {
  label: string
  none?: string | undefined
  choose: (id: number | null, word: string) => void
}

/** What fits the words that are typed: the first of them, how many there are (null: not known yet), and what has more of them read. */
interface Found {
  things: readonly { id: number; name: string }[]
  total: number | null
  /** Whether they fit what was typed before: none of them is chosen for what is typed now. */
  isFormer: boolean
  more: () => void
  error: Error | null
  /** Asks again for what could not be read. */
  again: () => void
}

/** The list of a chooser: what fits, and how to come to the rest; `without` is left out (null: nothing is). */
export function ChooserOptions({
  found: { things, total: all, isFormer, more, error, again },
  without = null,
  list,
}: {
  found: Found
  without?: number | null
  list: ChooserList
}) {
  const options = things.filter(({ id }) => id !== without)
  const total = all === null ? null : all - (things.length - options.length)
  const left = (total ?? 0) - options.length
  return (
    <div className="found">
      <div role="status" className="menu-note">
        {error
          ? `What can be chosen could not be read: ${error.message}`
          : total === null || isFormer
            ? 'Looking for them …'
            : `${count(total)} found`}
      </div>
      <ComboboxList aria-label={list.label}>
        {list.none !== undefined && <Option id={null} word={list.none} list={list} />}
        {options.map(({ id, name }) => (
          <Option key={id} id={id} word={name} list={list} isDisabled={isFormer} />
        ))}
        {error !== null && (
          <ComboboxItem className="menu-item" setValueOnClick={false} hideOnClick={false} onClick={again}>
            Try again
          </ComboboxItem>
        )}
        {left > 0 && options.length > 0 && (
          <ComboboxItem className="menu-item" setValueOnClick={false} hideOnClick={false} onClick={more}>
            Show more: {count(left)} left, or write a part of the name
          </ComboboxItem>
        )}
      </ComboboxList>
    </div>
  )
}

function Option({
  id,
  word,
  list: { choose },
  isDisabled = false,
}: {
  id: number | null
  word: string
  list: ChooserList
  isDisabled?: boolean
}) {
  return (
    <ComboboxItem
      className="menu-item"
      disabled={isDisabled}
      setValueOnClick={false}
      hideOnClick
      focusOnHover
      onClick={() => choose(id, word)}
    >
      {word}
    </ComboboxItem>
  )
}
