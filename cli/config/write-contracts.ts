import { check, type ImportedCheck } from '../../importers/importer.ts'
import { contractOf, type ContractTable } from '../../importers/odcs-contract.ts'
import { jsonText } from '../exact-numbers.ts'
import type { Spec } from './kind.ts'
import { qualityCheck } from './kinds/quality-check.kind.ts'
import { textOf } from './members.ts'
import { writeOwnFiles, type OwnFile } from './own-files.ts'
import { slug } from './slug.ts'
import { allPages, type World } from './world.ts'

/** A contract that was written: its file, how many checks it has, and which of them only this service reads. */
export interface WrittenContract {
  path: string
  checks: number
  own: ImportedCheck[]
  /** Checks that are not in force, which a contract does not have. */
  drafts: number
}

/** Writes a contract of the Open Data Contract Standard for each of these datastores, with its tables and Active checks. */
export async function writeContracts(
  world: World,
  folder: string,
  datastores: readonly string[],
): Promise<WrittenContract[]> {
  const files: OwnFile[] = []
  const written: Omit<WrittenContract, 'path'>[] = []
  for (const name of datastores) {
    const specs = (await qualityCheck.list(world, new Set([name]))).map(({ spec }) => spec)
    const checks = specs.filter(({ status }) => status === 'Active').map(checkOf)
    const id = slug(name)
    const { content, own } = contractOf({ id, name }, await tablesOf(world, name), checks)
    files.push({ place: id, content })
    written.push({ checks: checks.length, own, drafts: specs.length - checks.length })
  }
  const identityOf = ({ kind, name }: Spec): string => jsonText([kind, name])
  const { paths } = await writeOwnFiles(folder, files, { ending: '.odcs.yaml', identityOf })
  return written.map((one, index) => ({ ...one, path: paths[index] ?? '' }))
}

/** What was written, and what of it other tools pass over. */
export function contractText({ path, checks, own, drafts }: WrittenContract): string {
  const lines = own.map(
    ({ container, key, rule_type }) =>
      `! ${container}/${key}\n    The standard has no words for this ${rule_type}; it is a rule for the engine assay, which others pass over.\n`,
  )
  const left = drafts === 0 ? '' : ` ${drafts} Drafts are not in it.`
  return `${lines.join('')}${path}: ${checks} checks, ${checks - own.length} of them in words of the standard.${left}\n`
}

async function tablesOf(world: World, name: string): Promise<ContractTable[]> {
  const datastore = [await world.datastore(name)]
  const containers = await allPages((request) =>
    world.client.listContainers({ ...request, datastore, sort_name: 'asc' }),
  )
  const tables: ContractTable[] = []
  for (const { id, name: table, description } of containers) {
    const fields = await allPages((request) => world.client.listFields({ ...request, container: [id] }))
    const there = fields.filter(({ status }) => status !== 'missing')
    tables.push({ name: table, description: description ?? null, fields: there })
  }
  return tables
}

function checkOf(spec: Spec): ImportedCheck {
  const { fields, properties, filter, coverage } = spec
  return check({
    container: textOf(spec, 'container'),
    key: textOf(spec, 'key'),
    rule_type: textOf(spec, 'rule_type'),
    description: textOf(spec, 'description'),
    fields: fields as string[],
    properties: properties as Record<string, unknown>,
    filter: typeof filter === 'string' ? filter : null,
    coverage: typeof coverage === 'number' ? coverage : 1,
  })
}
