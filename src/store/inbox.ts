import { sql } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { InboxMessage, InboxSubject } from '../model/inbox.ts'
import { fetchPage, isAmong, type IdQuery } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Absent members do not filter. */
export interface InboxFilter extends PageRequest {
  read?: boolean
}

/** Messages beyond these, the oldest, are forgotten when a new one comes. */
const mostMessages = 1000

/** A message to keep; without a datastore it is for everybody. */
interface InboxPost {
  delivery_id: string
  text: string
  datastore_id?: number
}

/** The inbox that the channel InApp posts into; a message is kept once, however often its delivery is tried. */
export function openInbox(database: Queryable) {
  return {
    async post({ delivery_id, text, datastore_id }: InboxPost): Promise<void> {
      await database
        .insertInto('inbox_messages')
        .values({ delivery_id, message: text, datastore_id: datastore_id ?? null })
        .onConflict((conflict) => conflict.column('delivery_id').doNothing())
        .execute()
      await sql`delete from inbox_messages
        where id <= (select id from inbox_messages order by id desc offset ${mostMessages} limit 1)`.execute(
        database,
      )
    },
  }
}

/** The messages since the user was made that are about nothing the user may not see, newest first, and whether the user has read each. */
function shownMessages(database: Queryable, userId: number, visible: IdQuery) {
  return database
    .selectFrom('inbox_messages')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', userId).onRef('users.created', '<=', 'inbox_messages.created'),
    )
    .leftJoin('inbox_readers', (join) =>
      join
        .onRef('inbox_readers.message_id', '=', 'inbox_messages.id')
        .on('inbox_readers.user_id', '=', userId),
    )
    .where(({ eb, or }) =>
      or([eb('inbox_messages.datastore_id', 'is', null), eb('inbox_messages.datastore_id', 'in', visible)]),
    )
    .select(({ eb }) => [
      'inbox_messages.id',
      'inbox_messages.message',
      'inbox_messages.created',
      eb('inbox_readers.user_id', 'is not', null).$castTo<boolean>().as('read'),
    ])
    .orderBy('inbox_messages.id', 'desc')
}

/** Anomalies of a message that are named: a run may have found many. */
const mostAnomalies = 100

/** What a message is about, to which its delivery leads; a test belongs to no execution. */
const about = sql<InboxSubject | null>`(
  select jsonb_build_object(
    'flow', (select jsonb_build_object('id', id, 'name', name) from flows where id = executions.flow_id and deleted_at is null),
    'datastore', (select jsonb_build_object('id', id, 'name', name) from datastores where id = executions.datastore_id),
    'operation_id', (select id from operations where id = executions.operation_id),
    'container_scan_id', (select id from operation_containers where id = executions.container_scan_id),
    'anomaly_ids', to_jsonb(array(select id from anomalies where id = any(executions.anomaly_ids) order by id limit ${mostAnomalies})))
  from flow_action_executions as parts
  join flow_executions as executions on executions.id = parts.execution_id
  where parts.delivery_id::text = inbox_messages.delivery_id)`

/** Undefined when there is no such message in the user's inbox. */
export function findMessage(
  database: Queryable,
  userId: number,
  visible: IdQuery,
  id: number,
): Promise<InboxMessage | undefined> {
  return shownMessages(database, userId, visible)
    .select(about.as('about'))
    .where('inbox_messages.id', '=', id)
    .executeTakeFirst()
}

/** One page of the user's inbox, newest first; `read` absent: of what was read and what was not. */
export function listMessages(
  database: Queryable,
  userId: number,
  visible: IdQuery,
  { read, ...request }: InboxFilter,
): Promise<Page<InboxMessage>> {
  let query = shownMessages(database, userId, visible).select(about.as('about'))
  if (read !== undefined) query = query.where('inbox_readers.user_id', read ? 'is not' : 'is', null)
  return fetchPage(query, request)
}

/** Notes that the user has read the message, or has not; either may be so already. */
export async function noteReading(
  database: Queryable,
  messageId: number,
  userId: number,
  read: boolean,
): Promise<void> {
  if (read) {
    await database
      .insertInto('inbox_readers')
      .values({ message_id: messageId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await database
      .deleteFrom('inbox_readers')
      .where('message_id', '=', messageId)
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Notes that the user has read every message of the inbox, or none; by how many more or fewer that is. */
export async function noteReadingOfAll(
  database: Queryable,
  userId: number,
  visible: IdQuery,
  read: boolean,
): Promise<number> {
  const shown = shownMessages(database, userId, visible).where(
    'inbox_readers.user_id',
    read ? 'is' : 'is not',
    null,
  )
  const ids = (await shown.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  return read ? readAll(database, userId, ids) : unreadAll(database, userId, ids)
}

async function readAll(database: Queryable, userId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`insert into inbox_readers (message_id, user_id)
    select inbox_messages.id, ${userId} from inbox_messages where ${isAmong('inbox_messages.id', ids)}
    on conflict do nothing returning message_id`.execute(database)
  return rows.length
}

async function unreadAll(database: Queryable, userId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`delete from inbox_readers
    where user_id = ${userId} and ${isAmong('message_id', ids)} returning message_id`.execute(database)
  return rows.length
}
