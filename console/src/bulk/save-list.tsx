import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { tell } from '../kit/toasts.tsx'
import { count } from '../words/numbers.ts'
import { csvOf, type CellValue } from './csv.ts'
import { gather } from './gather.ts'

/** Most things of a file: the browser holds all of them at once. */
const most = 20_000

/** What a file says of each thing: the head of the column, and the cell. */
export type Members<Thing> = readonly (readonly [head: string, cell: (thing: Thing) => CellValue])[]

/** Saves all that a list shows, by its filter and in its order, as a CSV file; nothing while it is empty. */
export function SaveList<Thing>({
  total,
  name,
  members,
  read,
}: {
  /** Null: it is not known yet. */
  total: number | null
  /** Of the file, without its ending. */
  name: string
  members: Members<Thing>
  read: (
    page: { page: number; size: number },
    signal: AbortSignal,
  ) => Promise<{ items: Thing[]; pages: number }>
}) {
  const [isBusy, setBusy] = useState(false)
  const left = useRef<AbortController>(null)
  useEffect(() => () => left.current?.abort(), [])
  if (total === null || total === 0) return null
  const saveAll = async () => {
    const { signal } = (left.current = new AbortController())
    setBusy(true)
    try {
      const things = await gather(most, (page) => read(page, signal))
      const lines = things.map((thing) => members.map(([, cell]) => cell(thing)))
      save(`${name}.csv`, csvOf([members.map(([head]) => head), ...lines]))
    } catch (error) {
      if (!signal.aborted) tell(error instanceof Error ? error.message : 'It was not saved.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      refused={total > most ? `At most ${count(most)} are saved at once; narrow the list first.` : null}
      disabled={isBusy}
      onClick={() => void saveAll()}
    >
      {isBusy ? 'Reading the list …' : 'Save as CSV'}
    </Button>
  )
}

/** Has the browser save a text as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers begin to read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
