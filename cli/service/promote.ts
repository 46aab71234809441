import type { PromotedEntity } from '../../client/src/index.ts'
import type { PromoteOptions } from '../commands/promote.ts'
import { CommandFailed } from '../command-failed.ts'
import { jsonText } from '../exact-numbers.ts'
import { counted } from '../output/numbers.ts'
import { openClient } from './find-service.ts'
import { findContainer } from './named.ts'
import { runToEnd } from './run-to-end.ts'
import { tellEnd } from './tell-end.ts'

const signs = { created: '+', updated: '~', skipped: ' ', failed: '!' } as const

/** Promotes all checks of a container, or with `plan` says what that would do, check by check and member by member. */
export async function promote(from: string, to: string, options: PromoteOptions): Promise<void> {
  const client = openClient(options)
  const [source, destination] = await Promise.all([findContainer(client, from), findContainer(client, to)])
  const run = await runToEnd(client, {
    type: 'promote_quality_check',
    datastore_id: source.datastore.id,
    container_id: source.id,
    destination_container_id: destination.id,
    as_draft: options.asDraft ?? false,
    dry_run: options.plan ?? false,
  })
  const results: PromotedEntity[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.listPromotedChecks({ id: run.id, page, size: 1000 })
    results.push(...answer.items)
    pages = answer.pages
  }
  const text = options.json ? `${jsonText(results, 2)}\n` : told(results, options.plan ?? false)
  process.stdout.write(text)
  tellEnd(run, {})
  if (results.some(({ result }) => result === 'failed'))
    throw new CommandFailed(run.message ?? 'Some checks could not be promoted; the reasons are above.')
}

function told(results: readonly PromotedEntity[], isPlan: boolean): string {
  const lines = results.flatMap((one) => [
    `${signs[one.result]} ${nameOf(one)}${one.message === null ? '' : `: ${one.message}`}`,
    ...(one.result === 'updated' ? one.changes.map(changeLine) : []),
  ])
  const count = (wanted: PromotedEntity['result']) =>
    counted(results.filter(({ result }) => result === wanted).length)
  const verb = isPlan ? 'would be' : 'were'
  return [
    ...lines,
    `${count('created')} ${verb} created, ${count('updated')} updated, ${count('skipped')} left as they are, ${count('failed')} failed.`,
    '',
  ].join('\n')
}

const changeLine = ({ member, from, to }: PromotedEntity['changes'][number]): string =>
  `    ${member}: ${jsonText(from)} → ${jsonText(to)}`

function nameOf({ source_entity, source_entity_id }: PromotedEntity): string {
  if (source_entity && 'description' in source_entity) return source_entity.description
  return `check ${source_entity_id}`
}
