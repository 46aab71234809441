import type { Client, QualityCheck } from '../client/src/index.ts'
import type { Datastore } from './datastores.ts'
import { runToEnd } from './runs.ts'

/** A proposal that a person who read all of them found worth a check. */
interface Picked {
  container: string
  rule: string
  fields: string[]
}

const fromFiles: readonly Picked[] = [
  { container: 'airports.csv', rule: 'expectedValues', fields: ['country'] },
  { container: 'birdstrikes.csv', rule: 'expectedValues', fields: ['Effect Amount of damage'] },
  { container: 'movies.json', rule: 'expectedValues', fields: ['MPAA Rating'] },
  { container: 'penguins.json', rule: 'notNull', fields: ['Beak Length (mm)'] },
]

const fromDatabase: readonly Picked[] = [{ container: 'movies', rule: 'notFuture', fields: ['release_date'] }]

/** The proposals that the demo takes, of the files and of the database. */
export const picked = { files: fromFiles, database: fromDatabase }

/** What is proposed waits as Draft, so that a person decides. */
const settings = { ai_effort: 'high', infer_as_draft: true }

/** Profiles the containers of the picked proposals, activates these, and tells why they were proposed. */
export async function takeProposals(
  client: Client,
  datastore: Datastore,
  wanted: readonly Picked[],
): Promise<void> {
  const container_names = [...new Set(wanted.map(({ container }) => container))]
  await runToEnd(client, datastore, 'profile', { ...settings, container_names })
  const { items } = await client.listChecks({ datastore: [datastore.id], inferred: true, size: 1000 })
  for (const { container, rule, fields } of wanted) {
    const identity = JSON.stringify([container, rule, fields])
    const found = items.filter((item) => 'container' in item).find((check) => identityOf(check) === identity)
    if (!found) throw new Error(`The profile of "${container}" does not propose ${rule} for "${fields[0]}".`)
    if (found.status === 'Draft') await client.updateCheck({ id: found.id, body: { status: 'Active' } })
    console.log(`  check  ${container}: ${found.description}`)
    const inferred = found.additional_metadata?.['inference'] as { reason: string } | undefined
    const reason = inferred?.reason ?? ''
    for (const part of reason.split('; ')) console.log(`         ${part}`)
  }
}

const identityOf = ({ container, rule_type, fields }: QualityCheck): string =>
  JSON.stringify([container.name, rule_type, fields.map(({ name }) => name)])
