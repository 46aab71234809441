import type { Client, Items } from './client.ts'
import type { Datastore } from './datastores.ts'
import { runToEnd } from './runs.ts'

interface Proposed {
  id: number
  rule_type: string
  description: string
  status: string
  container: { name: string }
  fields: { name: string }[]
  additional_metadata: { inference?: { reason: string } }
}

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
  const { items } = await client.get<Items<Proposed>>(
    `/quality-checks?datastore=${datastore.id}&inferred=true&size=1000`,
  )
  for (const { container, rule, fields } of wanted) {
    const found = items.find((check) => identityOf(check) === JSON.stringify([container, rule, fields]))
    if (!found) throw new Error(`The profile of "${container}" does not propose ${rule} for "${fields[0]}".`)
    if (found.status === 'Draft') await client.put(`/quality-checks/${found.id}`, { status: 'Active' })
    console.log(`  check  ${container}: ${found.description}`)
    const reason = found.additional_metadata.inference?.reason ?? ''
    for (const part of reason.split('; ')) console.log(`         ${part}`)
  }
}

const identityOf = ({ container, rule_type, fields }: Proposed): string =>
  JSON.stringify([container.name, rule_type, fields.map(({ name }) => name)])
