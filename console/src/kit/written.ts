import type { ChangeEvent } from 'react'

/** A draft that a form fills in, how it is changed, and what is wrong with it, by the members of the body that is made of it. */
export interface Filling<Draft> {
  draft: Draft
  put: (part: Partial<Draft>) => void
  problems: ReadonlyMap<string, string>
}

/** The members of a draft that hold nothing but text. */
export type TextOf<Draft> = {
  [Name in keyof Draft]: string extends Draft[Name] ? (Draft[Name] extends string ? Name : never) : never
}[keyof Draft]

/** Has a field show a text of the draft, and change it; `member` is the member of the body that it becomes. */
export const written = <Draft>(
  { draft, put, problems }: Filling<Draft>,
  name: TextOf<Draft>,
  member: string,
) => ({
  value: draft[name] as string,
  problem: problems.get(member) ?? null,
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    put({ [name]: target.value } as Partial<Draft>),
})
