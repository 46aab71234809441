import type { ReactNode } from 'react'
import { Leaving } from '../kit/leaving.tsx'
import { UnsavedInput, type UnsavedForms } from '../kit/unsaved-input.ts'

/** Members of an address by which a page shows another part of itself, with other forms. */
const parts = ['tab', 'view', 'show']

/** The place of the pages: it asks before one with a half-written form is left for another, or for another part of itself. `unsaved` gathers their forms. */
export function AskingPlace({ unsaved, children }: { unsaved: UnsavedForms; children: ReactNode }) {
  return (
    <>
      <UnsavedInput value={unsaved}>{children}</UnsavedInput>
      <Leaving
        unsaved={unsaved}
        isLeft={(from, to) => from.pathname !== to.pathname || partOf(from.search) !== partOf(to.search)}
      />
    </>
  )
}

function partOf(search: object): string {
  const members = new Map<string, unknown>(Object.entries(search))
  return JSON.stringify(parts.map((part) => members.get(part) ?? null))
}
