import { Type } from 'typebox'
import { ServiceError } from '../../kernel/errors.ts'
import { searchedKinds } from '../../model/search.ts'
import { idOf, pageAsked, pageTaken, readTool, type AskRoute, type Tool } from './tool.ts'

const container = Type.Optional(idOf('Only of this container'))
const datastore = Type.Optional(idOf('Only of this datastore'))

/** What agents can look at. */
export const readTools: readonly Tool[] = [
  readTool(
    'find',
    'Finds datastores, containers, fields, checks, anomalies and runs by a part of their name or by id.',
    Type.Object({
      text: Type.String({ minLength: 1, maxLength: 200, description: 'A part of a name, or an id' }),
      kinds: Type.Optional(
        Type.Array(Type.Enum([...searchedKinds]), { maxItems: 20, description: 'Only these kinds' }),
      ),
      size: pageTaken.size,
    }),
    (ask, { text, kinds, size = 10 }) => ask('search', { query: { q: text, kinds, size } }),
  ),
  readTool(
    'list_datastores',
    'Lists the datastores that you may see.',
    Type.Object(pageTaken),
    (ask, taken) => ask('listDatastores', { query: pageAsked(taken) }),
  ),
  readTool(
    'list_containers',
    'Lists containers (tables, views, files) that you may see.',
    Type.Object({ datastore_id: datastore, ...pageTaken }),
    (ask, { datastore_id, ...taken }) =>
      ask('listContainers', { query: { datastore: datastore_id, ...pageAsked(taken) } }),
  ),
  readTool(
    'describe_container',
    'Tells all of one container and its fields.',
    Type.Object({ container_id: idOf('The container') }),
    async (ask, { container_id: id }) => ({
      container: await ask('readContainer', { params: { id } }),
      fields: await ask('listContainerFields', { params: { id } }),
    }),
  ),
  readTool(
    'describe_field',
    'Tells all of one field.',
    Type.Object({ field_id: idOf('The field') }),
    (ask, { field_id: id }) => ask('readField', { params: { id } }),
  ),
  readTool(
    'profile_container',
    'Tells what the newest profile measured of each field of a container. Values of masked fields are hidden.',
    Type.Object({ container_id: idOf('The container'), ...pageTaken }),
    (ask, { container_id: id, ...taken }) =>
      ask('listContainerFieldProfiles', { params: { id }, query: pageAsked(taken) }),
  ),
  readTool(
    'list_checks',
    'Lists quality checks.',
    Type.Object({ datastore_id: datastore, container_id: container, ...pageTaken }),
    (ask, { datastore_id, container_id, ...taken }) =>
      ask('listChecks', {
        query: { datastore: datastore_id, container: container_id, ...pageAsked(taken) },
      }),
  ),
  readTool(
    'explain_check_verdicts',
    'Tells the check and what the latest scans concluded about it; where it was not judged, the reason.',
    Type.Object({ check_id: idOf('The check'), ...pageTaken }),
    async (ask, { check_id: id, ...taken }) => ({
      check: await ask('readCheck', { params: { id } }),
      verdicts: await ask('listCheckResults', { params: { id }, query: pageAsked(taken) }),
    }),
  ),
  readTool(
    'list_anomalies',
    'Lists open anomalies, the newest first.',
    Type.Object({ datastore_id: datastore, container_id: container, ...pageTaken }),
    (ask, { datastore_id, container_id, ...taken }) =>
      ask('listAnomalies', {
        query: { datastore: datastore_id, container: container_id, ...pageAsked(taken) },
      }),
  ),
  readTool(
    'explain_anomaly',
    'Tells all of one anomaly: its message, the checks that failed, what became of it, and the records that failed, with masked values hidden.',
    Type.Object({
      anomaly_id: idOf('The anomaly'),
      records: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'How many records at most, default 10' }),
      ),
    }),
    async (ask, { anomaly_id: id, records = 10 }) => ({
      anomaly: await ask('readAnomaly', { params: { id } }),
      history: await ask('listAnomalyHistory', { params: { id }, query: pageAsked({}) }),
      ...(await recordsOf(ask, id, records)),
    }),
  ),
  readTool(
    'list_runs',
    'Lists runs (sync, profile, scan and others), the newest first.',
    Type.Object({ datastore_id: datastore, ...pageTaken }),
    (ask, { datastore_id, ...taken }) =>
      ask('listOperations', {
        query: { datastore: datastore_id, containers: 'count', ...pageAsked(taken) },
      }),
  ),
  readTool(
    'describe_run',
    'Tells how one run goes or ended, and what it logged: among it what could not be evaluated, and why.',
    Type.Object({ run_id: idOf('The run'), ...pageTaken }),
    async (ask, { run_id: id, ...taken }) => ({
      run: await ask('readOperation', { params: { id } }),
      logs: await ask('listOperationLogs', { params: { id }, query: pageAsked(taken) }),
    }),
  ),
]

/** The records, or why this caller does not see them: who may read of an anomaly may not always read rows. */
async function recordsOf(ask: AskRoute, id: number, limit: number): Promise<object> {
  try {
    return { records: await ask('readAnomalySourceRecords', { params: { id }, query: { limit } }) }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    return { records: null, records_withheld: error.message }
  }
}
