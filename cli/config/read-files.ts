import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import type { Document } from 'yaml'
import { CommandFailed } from '../command-failed.ts'
import { fromYaml, yamlOptions } from '../exact-numbers.ts'
import { filesOf } from './applied-files.ts'
import { identityOf, keyOf, type Kind, type Spec } from './kind.ts'
import { kinds } from './kinds/index.ts'

/** One thing that a file describes. */
export interface Entry {
  kind: Kind
  key: string
  spec: Spec
  /** The file and the line at which it begins. */
  place: string
  /** Variables of secrets that are not set; a new thing cannot be made without them. */
  unset: readonly string[]
}

/** Everything that the YAML files of a folder describe. Throws one sentence with all that is wrong with them. */
export async function readFiles(
  folder: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Entry[]> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandFailed(
      `There is no folder ${folder}.`,
      'assay export DIR --datastore NAME, which writes one',
    )
  const faults: string[] = []
  const entries: Entry[] = []
  for (const name of filesOf(folder)) entries.push(...(await readFile(folder, name, variables, faults)))
  const places = new Map<string, string>()
  for (const { kind, key, spec, place } of entries) {
    const id = `${kind.name} ${identityOf(kind, spec)}`
    const earlier = places.get(id)
    if (earlier === undefined) places.set(id, place)
    else faults.push(`${place}: the ${kind.title} ${key} is described in ${earlier} already.`)
  }
  if (faults.length > 0) throw new CommandFailed(faults.join('\n'))
  return entries
}

async function readFile(
  folder: string,
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Promise<Entry[]> {
  const { LineCounter, parseAllDocuments } = await import('yaml')
  const lines = new LineCounter()
  const text = readFileSync(join(folder, name), 'utf8')
  const documents = parseAllDocuments(text, { ...yamlOptions, lineCounter: lines })
  return [...documents].flatMap((document) => {
    const place = `${name}:${lines.linePos(document.contents?.range?.[0] ?? 0).line}`
    const [error] = document.errors
    if (error) {
      faults.push(`${name}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n', 1)[0]}`)
      return []
    }
    try {
      const content = contentOf(document)
      return content === null ? [] : [entryOf(content, place, variables)]
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      faults.push(`${place}: ${error.message}`)
      return []
    }
  })
}

/** The values of a document. Throws a sentence for an alias that stands for nothing, or for too much. */
function contentOf(document: Pick<Document, 'toJS'>): unknown {
  try {
    return document.toJS({ reviver: fromYaml })
  } catch (error) {
    throw new CommandFailed(error instanceof Error ? error.message : String(error), null, error)
  }
}

function entryOf(
  content: unknown,
  place: string,
  variables: Readonly<Record<string, string | undefined>>,
): Entry {
  const known = kinds.map(({ name }) => name).join(', ')
  if (typeof content !== 'object' || content === null || !('kind' in content))
    throw new CommandFailed(
      `It does not say what kind of thing it describes; write kind: and one of ${known}.`,
    )
  const { kind: name, ...members } = content as { kind: unknown; [member: string]: unknown }
  const kind = kinds.find((one) => one.name === name)
  if (!kind) throw new CommandFailed(`There is no kind "${String(name)}"; there are ${known}.`)
  const unknown = Object.keys(members).filter((member) => !(member in kind.schema.properties))
  if (unknown.length > 0)
    throw new CommandFailed(`A ${kind.title} has no member ${unknown.map((one) => `"${one}"`).join(', ')}.`)
  const { spec, unset } = resolved(kind, members, variables)
  const [fault] = Value.Errors(kind.schema, spec)
  if (fault) {
    const member = fault.instancePath.slice(1).replaceAll('/', '.') || kind.title
    throw new CommandFailed(`${member}: ${fault.message}.`)
  }
  return { kind, key: keyOf(kind, spec), spec, place, unset }
}

type Variables = Readonly<Record<string, string | undefined>>

/** The members with the values of variables. A plan needs no secrets, so those whose variables are not set are left out. */
function resolved(
  { secrets = [], holders = [] }: Kind,
  members: Spec,
  variables: Variables,
): { spec: Spec; unset: string[] } {
  const unset: string[] = []
  const known = Object.entries(members).flatMap(([member, value]) => {
    if (holders.includes(member)) return [[member, withoutUnset(value, variables, unset)]]
    const name = secrets.includes(member) ? unsetIn(value, variables) : null
    if (name === null) return [[member, value]]
    unset.push(name)
    return []
  })
  return { spec: filled(Object.fromEntries(known), variables) as Spec, unset }
}

/** The name of the variable that is all of the text and is not set; null: there is none. */
function unsetIn(value: unknown, variables: Variables): string | null {
  const [, name] = /^\$\{(\w+)\}$/.exec(typeof value === 'string' ? value : '') ?? []
  return name !== undefined && variables[name] === undefined ? name : null
}

/** The same without members that are such a variable; their names go into `unset`. */
function withoutUnset(value: unknown, variables: Variables, unset: string[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutUnset(inner, variables, unset))
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).flatMap(([member, inner]) => {
    const name = unsetIn(inner, variables)
    if (name === null) return [[member, withoutUnset(inner, variables, unset)]]
    unset.push(name)
    return []
  })
  return Object.fromEntries(known) as unknown
}

/** The same with the values of variables in the place of `${NAME}`; `$${` stands for `${`. */
function filled(value: unknown, variables: Variables): unknown {
  if (Array.isArray(value)) return value.map((inner) => filled(inner, variables))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, filled(inner, variables)]),
    )
  if (typeof value !== 'string') return value
  return value.replaceAll(/\$\$\{|\$\{([A-Za-z_]\w*)\}/g, (match, name: string | undefined) => {
    if (name === undefined) return '${'
    const found = variables[name]
    if (found === undefined)
      throw new CommandFailed(`The variable ${name} is not set; ${match} stands for it.`)
    return found
  })
}
