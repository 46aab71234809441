import { useEffect, useRef, type FocusEvent, type KeyboardEvent as Pressed } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { preferenceOf } from '../shell/preferences.ts'
import { placeOf, type Search } from '../shell/search.ts'
import { focusHasGone } from './gone-focus.ts'
import { useKeptFocus } from './kept-focus.ts'
import type { GroupHead, PagedList } from './paged-list.ts'

/** A key with what is held beside it. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The rows of a list, and what can be done with one. */
export interface RowActs<Row> {
  list: PagedList<Row>
  /** The address of a row below `/console`, with its query. */
  address(row: Row): string
  /** The row that is shown beside the list; with it, a click beside the words of a row shows it there. */
  preview?: { key: number | null; keyOf(row: Row): number; show(row: Row): void }
  /** The rows that are chosen for an act on several. */
  chosen?: { has(row: Row): boolean; toggle(row: Row): void }
  /** Keys that act on the row in focus, which stands at this index; true says that the key was taken. */
  onKey?: (row: Row, key: Key, index: number) => boolean
}

/** Moves the focus by a number of rows, or to an end of the list. */
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }

/** What a list listens to for its keys. */
interface Listeners {
  onKeyDown(event: Pressed): void
  onFocus(event: FocusEvent): void
  onBlur(event: FocusEvent): void
}

/**
 * Follows the keys that move in a list, and gives the focus to rows, also to those that are drawn later. `scrollTo` brings a row into sight.
 * When what had the focus has gone from the page, `j` and `k` lead into the list, and letters act on what is shown beside it.
 */
export function useRowKeys<Row>(
  { list, address, preview, chosen, onKey }: RowActs<Row>,
  scroller: { current: HTMLDivElement | null },
  scrollTo: (index: number) => void,
): Listeners {
  const navigate = useNavigate()
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (document.activeElement === scroller.current) takeFocus(scroller.current, wanted)
  })
  const give = (index: number) => {
    wanted.current = index
    // Until the row is drawn the list has the focus, so that no key is lost with the row that had it before.
    if (!takeFocus(scroller.current, wanted)) scroller.current?.focus({ preventScroll: true })
  }
  const kept = useKeptFocus({ list, address }, scroller, give)
  const focus = (index: number) => {
    scrollTo(index)
    give(index)
    const row = list.rowAt(index)
    if (row !== undefined) preview?.show(row)
  }
  /** Does what a key means at a row; false: it means nothing there. */
  const act = (index: number, key: Key): boolean => {
    // Whoever speaks to their browser, or rests a hand on the keys, may have turned letters off.
    if (key.key.length === 1 && preferenceOf('letters') === 'off') return false
    const [row, head] = [list.rowAt(index), list.headAt?.(index)]
    const end = (list.total ?? 1) - 1
    const step = key.ctrlKey || key.metaKey || key.altKey ? undefined : steps[key.key]
    if (step !== undefined) focus(Math.min(end, Math.max(0, index + step)))
    else if (key.key === 'Home') focus(0)
    else if (key.key === 'End') focus(end)
    else if (head)
      return actOnHead(head, key.key, (search) => void navigate({ to: '.', search: search as never }))
    else if (row === undefined) return false
    else if (key.key === 'Enter') void navigate(placeOf(address(row)))
    else if (key.key === 'x' && chosen) chosen.toggle(row)
    else return onKey?.(row, key, index) === true
    return true
  }
  useLostKeys((key) => {
    const entry = scroller.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')
    const index = Number(entry?.dataset['index'] ?? 0)
    if (entry?.ariaCurrent === 'true') return act(index, key)
    if (key.key !== 'j' && key.key !== 'k') return false
    focus(index)
    return true
  })
  return {
    ...kept,
    onKeyDown(event) {
      const target = event.target as HTMLElement
      const at = target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? wanted.current
      if (at === null || target.matches('input, textarea, select')) return
      if (act(Number(at), event)) event.preventDefault()
    },
  }
}

/** Does what a key means at the head of a group; false: it means nothing there. `show` goes to its rows alone. */
function actOnHead(
  { isOpen, toggle, alone }: GroupHead,
  key: string,
  show: (alone: Search) => void,
): boolean {
  if (key === 'Enter' || key === ' ' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) toggle()
  else if (key === 'o') show(alone)
  else return false
  return true
}

/** Gives the focus to the row that is to have it; false when it is not drawn yet. */
function takeFocus(list: HTMLElement | null, wanted: { current: number | null }): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
  if (!row) return false
  // It is in sight already, and the browser would scroll by where it is drawn before the next frame.
  row.focus({ preventScroll: true })
  wanted.current = null
  return true
}

/** Hands on the keys that nothing gets, because what had the focus has gone; `take` says whether it took one. */
function useLostKeys(take: (key: Key) => boolean): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (focusHasGone() && take(event)) event.preventDefault()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
}
