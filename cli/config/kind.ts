import type { TObject } from 'typebox'
import { jsonText } from '../exact-numbers.ts'
import type { Difference } from './compare.ts'
import type { SecretVariables } from './secret-variables.ts'
import type { World } from './world.ts'

/** The members of a thing as a file has them: what it refers to stands there by name. */
export type Spec = Readonly<Record<string, unknown>>

/** A thing as the service has it now. */
export interface Standing {
  id: number
  spec: Spec
}

/** Which datastores a set of files is about, by name. */
export type Scope = ReadonlySet<string>

/** A kind of thing that files describe: how the service is asked for it, and how it is made, changed and deleted. */
export interface Kind {
  /** What `kind:` of a file says. */
  name: string
  /** What people call it. */
  title: string
  /** All members but `kind`; editors get it as JSON Schema. */
  schema: TObject
  /** The members by which one is known, in order; together they are unlike those of any other of its kind. */
  key: readonly string[]
  /** Members that the service never shows; they are sent, and not compared. */
  secrets?: readonly string[]
  /** Members in which a text that is a variable and nothing else may be a secret: unset, it is left out, as `secrets` are. */
  holders?: readonly string[]
  /** Members whose order means nothing. */
  unordered?: readonly string[]
  /** Members of which a file may say a part: what it leaves out there is left as it is. */
  partial?: readonly string[]
  /** What a member that a file leaves out is when the thing is made; an export leaves such members out. */
  defaults: Spec
  /** Of those in scope what the service has; of kinds outside any datastore all. */
  list(world: World, scope: Scope): Promise<Standing[]>
  create(world: World, spec: Spec): Promise<unknown>
  /** Brings the thing to the spec; `changed` are the members that differ. */
  change(world: World, standing: Standing, spec: Spec, changed: readonly string[]): Promise<unknown>
  /** Null: it is never deleted for standing in no file. */
  remove: ((world: World, standing: Standing) => Promise<unknown>) | null
  /** True: nothing refers to it, so it is deleted before others are made, which may be alike (default false). */
  is_leaf?: boolean
  /** True of what is not deleted though no file describes it (default: of nothing). */
  isKept?(standing: Standing, scope: Scope): boolean
  /** True of what the service has and no file needs to describe, such as a table without settings of its own. */
  isUnsaid?(standing: Standing, scope: Scope): boolean
  /** What a file has otherwise than the service (default: member by member). */
  compare?(world: World, standing: Spec, wanted: Spec): Promise<Difference[]>
  /** What an export writes of these members, such as variables for secrets that the service must have (default: the members). */
  written?(world: World, members: Spec, variables: SecretVariables): Promise<Spec>
  /** How many are made at once (default 1, in the order of the files). */
  at_once?: number
}

/** The identity of a thing in words, such as `Shop/orders.csv/notnull__id`. */
export const keyOf = ({ key }: Pick<Kind, 'key'>, spec: Spec): string =>
  key.map((member) => String(spec[member] ?? '')).join('/')

/** The same for no two things of a kind, as words of a key may hold slashes themselves. */
export const identityOf = ({ key }: Pick<Kind, 'key'>, spec: Spec): string =>
  jsonText(key.map((member) => spec[member] ?? null))
