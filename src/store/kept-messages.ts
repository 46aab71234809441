import { sql, type RawBuilder } from 'kysely'
import { hold } from '../kernel/held.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { MessagePart } from '../model/message-template.ts'
import type { Queryable } from './pool.ts'
import { storableTemplate, storableText } from './storable-text.ts'

/** Anomalies whose messages are read at once. */
const batchAnomalies = 500

/** A message with the template and the rows that it was made of. */
export interface KeptMessage {
  anomaly_id: number
  quality_check_id: number
  message: string
  template: MessagePart[]
  /** The rows that it shows values of, by their ordinals; without those that are not kept. */
  records: ReadonlyMap<number, HeldRecord>
}

/** The messages of a container's anomalies, archived ones too, that show values of one of these fields; in batches. */
export async function* keptMessages(
  transaction: Queryable,
  containerId: number,
  fields: readonly string[],
): AsyncGenerator<KeptMessage[]> {
  let after = 0
  for (;;) {
    const { rows } = await sql<Omit<KeptMessage, 'records'> & { records: Record<string, string> }>`
      with batch as (
        select distinct anomalies.id
        from anomalies join anomaly_failed_checks as failed on failed.anomaly_id = anomalies.id
        where anomalies.container_id = ${containerId} and anomalies.id > ${after} and failed.template is not null
          and exists (select from jsonb_array_elements(failed.template) as part where part ->> 'field' = any(${fields}::text[]))
        order by anomalies.id limit ${batchAnomalies})
      select failed.anomaly_id, quality_check_id, message, template, coalesce(shown.records, '{}') as records
      from batch
      join anomaly_failed_checks as failed on failed.anomaly_id = batch.id and failed.template is not null
      cross join lateral (
        select jsonb_object_agg(ordinal, record::text) as records from source_records
        where anomaly_id = batch.id and ordinal in (
          select coalesce((part ->> 'record')::int, 0) from jsonb_array_elements(failed.template) as part
          where jsonb_typeof(part) = 'object')) as shown
      order by failed.anomaly_id`.execute(transaction)
    if (rows.length === 0) return
    yield rows.map(({ records, ...message }) => ({
      ...message,
      records: new Map(Object.entries(records).map(([ordinal, text]) => [Number(ordinal), hold(text)])),
    }))
    after = rows.at(-1)?.anomaly_id ?? after
  }
}

/** Writes these messages anew, and those of their anomalies, which are the messages of their failed checks one after another. */
export async function replaceMessages(
  transaction: Queryable,
  messages: readonly { anomaly_id: number; quality_check_id: number; message: string }[],
): Promise<void> {
  if (messages.length === 0) return
  const written = messages.map(({ message, ...ids }) => ({ ...ids, message: storableText(message) }))
  await sql`
    update anomaly_failed_checks as failed set message = written.message
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as written (anomaly_id bigint, quality_check_id bigint, message text)
    where failed.anomaly_id = written.anomaly_id and failed.quality_check_id = written.quality_check_id`.execute(
    transaction,
  )
  await joinMessages(
    transaction,
    messages.map(({ anomaly_id }) => anomaly_id),
  )
}

/** Gives failed checks the templates of their messages, and the messages that were made of them, here and in their anomalies. */
export async function giveTemplates(
  transaction: Queryable,
  messages: readonly Omit<KeptMessage, 'records'>[],
): Promise<void> {
  if (messages.length === 0) return
  const given = messages.map(({ anomaly_id, quality_check_id, template }) => ({
    anomaly_id,
    quality_check_id,
    template: storableTemplate(template),
  }))
  await sql`
    update anomaly_failed_checks as failed set template = given.template
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (anomaly_id bigint, quality_check_id bigint, template jsonb)
    where failed.anomaly_id = given.anomaly_id and failed.quality_check_id = given.quality_check_id`.execute(
    transaction,
  )
  await replaceMessages(transaction, messages)
}

/** The first rows kept with an anomaly, at most so many. */
export async function firstRecords(
  transaction: Queryable,
  anomalyId: number,
  limit: number,
): Promise<{ ordinal: number; record: HeldRecord }[]> {
  return transaction
    .selectFrom('source_records')
    .select(['ordinal', 'record'])
    .where('anomaly_id', '=', anomalyId)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** Makes the message of each anomaly of those of its failed checks, in the order of their ids. */
export async function joinMessages(transaction: Queryable, anomalyIds: readonly number[]): Promise<void> {
  await sql`
    update anomalies set message = joined.message
    from (select anomaly_id, string_agg(message, ' ' order by quality_check_id) as message
          from anomaly_failed_checks where anomaly_id = any(${anomalyIds}::bigint[]) group by anomaly_id) as joined
    where anomalies.id = joined.anomaly_id`.execute(transaction)
}

/** Puts one sentence in the place of what these checks say in shape anomalies of the container, archived ones too. */
export async function withholdFindings(
  transaction: Queryable,
  containerId: number,
  checkIds: readonly number[],
  sentence: string,
): Promise<void> {
  if (checkIds.length === 0) return
  const { rows } = await sql<{ anomaly_id: number }>`
    update anomaly_failed_checks as failed set message = ${sentence}
    from anomalies
    where anomalies.id = failed.anomaly_id and anomalies.container_id = ${containerId}
      and failed.quality_check_id = any(${checkIds}::bigint[]) and failed.template is null
    returning failed.anomaly_id`.execute(transaction)
  await joinMessages(
    transaction,
    rows.map((row) => row.anomaly_id),
  )
}

/**
 * Puts one sentence in the place of why the container could not be read, or a check not evaluated: sources quote values in their
 * reasons. The log and the message of a run hold these texts as parts of their own.
 */
export async function withholdReasons(
  transaction: Queryable,
  containerId: number,
  sentence: string,
): Promise<void> {
  const scans = sql`(select id from operation_containers where container_id = ${containerId})`
  await withholdDetails(transaction, sql`scans.container_id = ${containerId}`, sentence)
  await sql`
    update operation_logs as logs set message = replace(logs.message, scans.message, ${sentence})
    from operation_containers as scans
    where scans.container_id = ${containerId} and logs.operation_id = scans.operation_id
      and logs.container_id = scans.container_id and scans.message is not null
      and position(scans.message in logs.message) > 0`.execute(transaction)
  await sql`
    update operations set message = replace(operations.message, scans.message, ${sentence})
    from operation_containers as scans
    where scans.container_id = ${containerId} and operations.id = scans.operation_id and scans.message is not null
      and position(scans.message in operations.message) > 0`.execute(transaction)
  await sql`
    update partition_scans set message = ${sentence}
    where container_scan_id in ${scans} and message is not null`.execute(transaction)
  await sql`
    update units set message = ${sentence}
    where container_scan_id in ${scans} and message is not null`.execute(transaction)
  await sql`
    update operation_containers set message = ${sentence}
    where container_id = ${containerId} and message is not null`.execute(transaction)
  await sql`
    update containers set status_reason = ${sentence}
    where id = ${containerId} and status_reason is not null`.execute(transaction)
}

/**
 * Puts one sentence in the place of why checks could not be evaluated, in verdicts and in the logs of their runs. `isMeant` is a
 * condition of `results`, a verdict, and `scans`, its container scan.
 */
export async function withholdDetails(
  transaction: Queryable,
  isMeant: RawBuilder<unknown>,
  sentence: string,
): Promise<void> {
  const ofThem = sql`scans.id = results.container_scan_id and ${isMeant}
    and results.assertion_details is not null and results.asserted_records is null`
  await sql`
    update operation_logs as logs set message = replace(logs.message, results.assertion_details, ${sentence})
    from operation_containers as scans, check_results as results
    where ${ofThem} and logs.operation_id = scans.operation_id
      and position(results.assertion_details in logs.message) > 0`.execute(transaction)
  await sql`
    update check_results as results set assertion_details = ${sentence}
    from operation_containers as scans where ${ofThem}`.execute(transaction)
}

/** Puts one sentence in the place of what sources said in remarks on the container: of what follows `beforeWords`, a regular expression. */
export async function withholdWords(
  transaction: Queryable,
  containerId: number,
  beforeWords: string,
  sentence: string,
): Promise<void> {
  await sql`
    update operation_logs set message = substring(message from ${beforeWords}::text) || '. ' || ${sentence}::text
    where container_id = ${containerId} and message ~ ${beforeWords}::text`.execute(transaction)
}

/** Puts one sentence in the place of remarks of syncs on one field of the container, which name values of it. */
export async function withholdRemarks(
  transaction: Queryable,
  containerId: number,
  field: string,
  sentence: string,
): Promise<void> {
  const beginning = `"${field}": `
  await sql`
    update operation_logs set message = ${`${beginning}${sentence}`}
    where container_id = ${containerId} and starts_with(message, ${beginning}::text)`.execute(transaction)
}
