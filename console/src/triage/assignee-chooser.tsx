import { useState } from 'react'
import type { Person } from '../api/api.generated.ts'
import { Chooser, ChooserOptions, type ChooserList } from '../kit/chooser.tsx'
import { useFoundAssignees } from '../sources/found.ts'

/** One of those to whom anomalies can be assigned, found by a part of the name. */
export function AssigneeChooser({
  label,
  datastores,
  hasFocus = false,
  choose,
}: {
  label: string
  /** Where the anomalies are; left out: in any datastore. */
  datastores?: readonly number[]
  /** True: it has the focus as soon as it is drawn. */
  hasFocus?: boolean
  choose: (id: number, called: string) => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Chooser
      label={label}
      chosen={chosen}
      hasFocus={hasFocus}
      choose={(id, name) => {
        setChosen(name)
        // Nobody is no entry of the list.
        if (id !== null) choose(id, name)
      }}
    >
      {(typed, list) => <FoundAssignees typed={typed} list={list} datastores={datastores} />}
    </Chooser>
  )
}

/** The list of a chooser: those to whom anomalies of these datastores (default: of any) can be assigned. */
export function FoundAssignees({
  typed,
  list,
  datastores,
}: {
  typed: string
  list: ChooserList
  datastores: readonly number[] | undefined
}) {
  const { things, ...found } = useFoundAssignees(typed, datastores)
  return (
    <ChooserOptions
      list={list}
      found={{ ...found, things: things.map((person) => ({ id: person.id, name: calledWhole(person) })) }}
    />
  )
}

/** A person by both names, where they have two: several may be called the same. */
const calledWhole = ({ name, user_name }: Person) =>
  name === null || name === user_name ? user_name : `${name} (${user_name})`
