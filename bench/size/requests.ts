import type { Pool } from 'pg'

/** One list, or one filter of it. */
export interface ListRequest {
  /** As the figures name it. */
  name: string
  path: string
}

/** Things of a filled store that requests are about: ordinary ones, and the largest. */
interface Places {
  datastore: number
  container: number
  operation: number
  big_operation: number
  scan: number
  big_scan: number
  records_scan: number
  check: number
  anomaly: number
  records_anomaly: number
  schedule: number
  user: number
  day: string
  month_ago: string
}

/** Looks them up in a store that fill-store.ts filled. */
export async function findPlaces(pool: Pool): Promise<Places> {
  const { rows } = await pool.query<Places>(`
    with sized as (select container_scan_id, count(*) as anomalies from anomaly_detections group by 1),
      biggest as (select container_scan_id from sized order by anomalies desc limit 1),
      usual as (
        select operation_containers.* from operation_containers
        where kind = 'scan' and result = 'success' and anomaly_count between 2 and 20 order by created desc offset 5000 limit 1)
    select usual.datastore_id as datastore, usual.container_id as container, usual.operation_id as operation, usual.id as scan,
      (select container_scan_id from biggest) as big_scan,
      (select operation_id from operation_containers where kind = 'scan' group by 1 order by count(*) desc, 1 limit 1) as big_operation,
      (select container_scan_id from anomalies where id = (select min(id) from anomalies)) as records_scan,
      (select min(id) from anomalies) as records_anomaly,
      (select quality_check_id from check_results where container_scan_id = usual.id limit 1) as check,
      (select anomaly_id from anomaly_detections where container_scan_id = usual.id limit 1) as anomaly,
      (select min(id) + 1 from schedules) as schedule, (select min(id) + 7 from users) as user,
      to_char(usual.created, 'YYYY-MM-DD') as day, to_char(now() - interval '30 days', 'YYYY-MM-DD') as month_ago
    from usual`)
  const [places] = rows
  if (!places) throw new Error('The store was not filled by fill-store.ts.')
  return places
}

/** Every list with every filter and sort. What can be asked of anybody's own things only is asked as an Admin. */
export function listRequests(at: Places): ListRequest[] {
  const of = (list: string, ...queries: string[]) =>
    queries.map((query) => ({
      name: `${list}${query && `?${query}`}`,
      path: query ? `${list}?${query}` : list,
    }))
  return [
    ...ofOperations(at, of),
    ...ofContainerScans(at, of),
    ...ofAnomalies(at, of),
    ...of(
      '/quality-checks',
      '',
      `datastore=${at.datastore}`,
      `container=${at.container}`,
      'status=Draft',
      'archived=only',
      'archived=include',
      'rule_type=notNull',
      'tag=tag 3',
      'inferred=true',
      'search=field 3 of orders',
      `search=${at.check}`,
      'page=100',
    ),
    ...of(`/quality-checks/${at.check}`, ''),
    ...of(
      '/containers',
      '',
      `datastore=${at.datastore}`,
      'container_type=table',
      'name=orders_6',
      'search=stock',
      'tag=tag 3',
      'size=1000',
    ),
    ...of(`/containers/${at.container}`, ''),
    ...of('/observability', '', `datastore=${at.datastore}`, 'timeframe=year'),
    ...of('/overview/trends', '', `datastore=${at.datastore}&timeframe=week`),
    ...of(
      '/fields',
      '',
      `datastore=${at.datastore}`,
      `container=${at.container}`,
      'name=field_3',
      'type=Integral',
      'status=masked',
      'page=500',
    ),
    ...of('/datastores', '', 'search=store', 'sort_active_anomalies=desc', 'sort_containers=desc'),
    ...ofPeople(at, of),
  ]
}

type Of = (list: string, ...queries: string[]) => ListRequest[]

function ofOperations(at: Places, of: Of): ListRequest[] {
  return [
    ...of(
      '/operations',
      '',
      `id=${at.operation}`,
      `schedule_id=${at.schedule}`,
      'operation_type=scan',
      'operation_type=promote',
      'finished=true',
      'finished=false',
      'result=failure',
      'result=aborted&result=queued',
      `created_date=${at.day}&offset=120`,
      `start_date=${at.month_ago}`,
      `end_date=${at.month_ago}`,
      `start_date=${at.month_ago}&result=failure`,
      `datastore=${at.datastore}`,
      `datastore=${at.datastore}&datastore=1&result=failure`,
      `container=${at.container}`,
      'has_logs=true',
      'has_logs=false',
      'sort_created=asc',
      'sort_duration=desc',
      'sort_duration=asc',
      `sort_duration=desc&datastore=${at.datastore}`,
      'page=2000',
      'size=1000',
    ),
    ...of(`/operations/${at.big_operation}`, '').map((one) => ({
      ...one,
      name: '/operations/{id} of many containers',
    })),
    ...of(`/operations/${at.operation}`, ''),
    ...of(`/operations/${at.big_operation}/containers`, '', 'search=orders'),
    ...of(`/operations/${at.big_operation}/scan-checks`, '', 'search=field 3'),
    ...of(`/operations/${at.big_operation}/logs`, ''),
    ...of(
      '/operations/schedule',
      '',
      `datastore=${at.datastore}`,
      'deactivated=false',
      'deactivated=true',
      'page=50',
    ),
    ...of(`/operations/schedule/${at.schedule}`, ''),
  ]
}

function ofContainerScans(at: Places, of: Of): ListRequest[] {
  return [
    ...of(
      '/container-scans',
      '',
      `datastore=${at.datastore}`,
      `container=${at.container}`,
      `operation=${at.big_operation}`,
      'name=orders_6',
      'search=stock',
      `search=${at.scan}`,
      'result=failure',
      'latest_only=true',
      'latest_only=true&result=failure',
      `latest_only=true&datastore=${at.datastore}`,
      `created_date=${at.day}&offset=-300`,
      'sort_created=asc',
      'sort_active_anomalies=desc',
      'sort_active_anomalies=asc',
      'latest_only=true&sort_active_anomalies=desc',
      `datastore=${at.datastore}&sort_active_anomalies=desc`,
      'page=5000',
    ),
    ...[at.scan, at.big_scan].flatMap((scan) => [
      ...of(`/container-scans/${scan}`, ''),
      ...of(`/container-scans/${scan}/anomalies`, ''),
      ...of(
        `/container-scans/${scan}/checks`,
        '',
        'search=field 3',
        'result=failed',
        'result=passed',
        'sort_anomalies=asc',
      ),
    ]),
    ...[at.scan, at.big_scan, at.records_scan].flatMap((scan) =>
      of(`/container-scans/${scan}/source-records`, '', 'limit=1000'),
    ),
    ...of(`/container-scans/${at.scan}/source-records/download`, '', 'limit=10'),
  ]
}

function ofAnomalies(at: Places, of: Of): ListRequest[] {
  return [
    ...of(
      '/anomalies',
      '',
      `datastore=${at.datastore}`,
      `container=${at.container}`,
      `quality_check=${at.check}`,
      `container_scan=${at.scan}`,
      `container_scan=${at.big_scan}&status=Active`,
      'status=Acknowledged',
      'status=Invalid',
      'anomaly_type=shape',
      'tag=tag 3',
      'tag=tag 29',
      'rule_type=notNull',
      `start_date=${at.month_ago}`,
      `end_date=${at.month_ago}`,
      'timeframe=week',
      'timeframe=year',
      'archived=only',
      'archived=include',
      'source_enriched=true',
      'sort_created=asc',
      'sort_weight=desc',
      'sort_weight=asc',
      'sort_weight=desc&archived=include',
      `datastore=${at.datastore}&sort_weight=desc`,
      'page=5000',
      'size=1000',
    ),
    ...of(`/anomalies/${at.anomaly}`, ''),
    ...of(`/anomalies/${at.anomaly}/source-record`, ''),
    ...of(`/anomalies/${at.records_anomaly}/source-record`, '', 'limit=1000'),
    ...of(`/anomalies/${at.anomaly}/source-record/csv`, ''),
    ...of(`/anomalies/${at.anomaly}/history`, ''),
    ...of(`/anomalies/${at.anomaly}/comments`, ''),
  ]
}

function ofPeople(at: Places, of: Of): ListRequest[] {
  return [
    ...of(
      '/activity',
      '',
      `users=${at.user}`,
      'actions=abort_operation',
      'actions=abort_operation&actions=update_user',
      'timeframe=week',
      `start_date=${at.month_ago}`,
      `end_date=${at.month_ago}`,
      `users=${at.user}&actions=trigger_operation`,
      'page=2000',
    ),
    ...of(
      '/audit-logs/masking',
      '',
      `user_id=${at.user}`,
      'resource_type=container',
      'resource_type=container&resource_id=303',
      `start_date=${at.month_ago}`,
    ),
    ...of('/users', '', 'name=person', 'role=Manager', 'type=Service', 'team=Team 3', 'include_deleted=true'),
    ...of(`/users/${at.user}`, ''),
    ...of('/teams', '', 'name=team', 'sort_created=desc'),
    ...of('/user-tokens', '').concat(of('/user-tokens/service', '')),
    ...of('/global-tags', ''),
  ]
}
