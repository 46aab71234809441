// Generated from the API document by `npm run generate`; do not edit.

/** What was under way when a run was aborted, and whether it has stopped */
export interface AbortedWork {
  /** Pieces of work that were under way */
  units: number
  /** Of those: a statement may still be in the source */
  stopping: number
  /** Of those: their worker has gone without a word, and nothing is known of their statements */
  silent: number
  /** When the last of the others had left the source; null: none has yet */
  last_stopped: string | null
}

/** Whether a notification is sent */
export interface ActionMuting {
  /** True: the notification is left out from now on */
  muted: boolean
}

/** An entry of the audit log: who did what, when and to what */
export interface Activity {
  transaction: AuditTransaction
  action: AuditAction
  /** What kind of thing it is about */
  resource_type: AuditResource
  /** The id of what it is about */
  resource_id: number
  /** What was done, by kind of action; never a secret */
  details: Record<string, unknown>
  /** Method and path; null without a request */
  endpoint: string | null
  /** Where the request came from; null without a request */
  ip_address: string | null
  /** A sum over this entry and all before it */
  hash: string
}

/** One page of a list */
export interface ActivityPage {
  /** What is on this page, in the order of the list */
  items: Activity[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a failed check found: one failing row, or a finding about the container or many rows */
export interface Anomaly {
  /** Unique among its kind */
  id: number
  /** What the caller may do with it as it is now; only where it is read by itself and `include` asks for it. Something else may still speak against an act */
  available?: AnomalyAct[]
  /** Unique over all installations */
  uuid: string
  /** One failing row, or a finding about the container or many rows */
  type: AnomalyType
  /** What was made of it */
  status: AnomalyStatus
  /** When it was found first */
  created: string
  /** When a scan found it last */
  last_detected: string
  /** What is wrong, for people; values of masked fields are hidden */
  message: string
  /** What people noted of it; null: nothing */
  description: string | null
  /** How much it matters: the higher, the more */
  weight: number
  /** How many rows fail; null: it is not about rows */
  anomalous_records_count: number | null
  /** Equal for what is found again */
  fingerprint: number
  /** True: only the scan that raised it has found it so far */
  is_new: boolean
  /** True: it is put away, and the status says why */
  archived: boolean
  /** Of a Duplicate: the anomaly that says the same; null: it is no Duplicate, or nobody named it */
  duplicate_of: number | null
  /** True: rows of the source are kept with it */
  source_enriched: boolean
  /** The container scan that found it first */
  container_scan_id: number
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** The container that it is about */
  container: ContainerStub
  /** Open shape anomalies that stand for this row since checks that it failed fail in too many rows to list them */
  absorbed_by: number[]
  /** Where it was found; null: it is about the whole container */
  partition_scan: PartitionScanStub | null
  /** The checks that found it, each with its own message */
  failed_checks: FailedCheck[]
  /** The tags that it carries */
  global_tags: GlobalTag[]
  /** Who looks after it */
  assignees: Person[]
  /** Tickets that flows made for it, oldest first */
  tickets: AnomalyTicket[]
  /** What was said of it, oldest first, the newest 50; empty below Viewer */
  comments: AnomalyComment[]
}

/** What may be done with an anomaly */
export type AnomalyAct = "acknowledge" | "archive" | "change" | "comment" | "delete" | "describe" | "restore"

/** A change of an anomaly by people. Members that are left out stay; a list replaces the whole list */
export interface AnomalyChange {
  /** An open status; of an archived anomaly it restores it. Archiving is DELETE */
  status?: OpenAnomalyStatus
  /** A note; null clears it */
  description?: string | null
  /** Names of global tags; they replace all that it has; null: none */
  tags?: string[] | null
  /** Users who look after it; they replace all that it has; null: nobody */
  assignee_ids?: number[] | null
}

/** What somebody said of an anomaly */
export interface AnomalyComment {
  /** Unique among its kind */
  id: number
  /** When it was made */
  created: string
  /** What was said */
  message: string
  /** Who said it */
  user: Person
}

/** A new comment */
export interface AnomalyCommentInput {
  /** What to say; not blank */
  message: string
}

/** One page of a list */
export interface AnomalyCommentPage {
  /** What is on this page, in the order of the list */
  items: AnomalyComment[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** By what anomalies are counted */
export type AnomalyFacet = "status" | "anomaly_type" | "datastore" | "container" | "quality_check" | "rule_type" | "field" | "tag" | "assignee" | "is_new"

/** Those that a list with these filters shows, at most 5000; or give their ids */
export interface AnomalyFilter {
  /** Any of these anomalies, by id */
  id?: number[]
  /** Anomalies in any of these datastores, by id */
  datastore?: number[]
  /** Anomalies in any of these containers, by id */
  container?: number[]
  /** Anomalies that any of these checks found, by id */
  quality_check?: number[]
  /** Anomalies that this container scan found or found again */
  container_scan?: number
  /** Anomalies that this run found or found again, whatever became of them since */
  operation?: number
  /** Any of these statuses */
  status?: AnomalyStatus[]
  /** One failing row, or a finding about the container */
  anomaly_type?: AnomalyType
  /** The name of a tag; any of several */
  tag?: string[]
  /** A rule type; any of several */
  rule_type?: string[]
  /** Found on this day or later */
  start_date?: string
  /** Found on this day or earlier */
  end_date?: string
  /** How far back they were found */
  timeframe?: Timeframe
  /** Archived ones: these only, or these too. Left out: none of them */
  archived?: ArchivedFilter
  /** True: only those whose rows were kept; false: only the others */
  source_enriched?: boolean
  /** Archived on this day or later, and still so; open ones are not listed then */
  archived_from?: string
  /** Archived on this day or earlier, and still so; open ones are not listed then */
  archived_until?: string
  /** Those that were open at the end of this day, or are now; whatever became of them since */
  open_on?: string
  /** A part of the message or the description, the id or the uuid */
  search?: string
  /** Whom they are assigned to: the id of a user, `me`, or `none`; any of several */
  assignee?: string[]
  /** Of this weight or more */
  min_weight?: number
  /** Of this weight or less */
  max_weight?: number
  /** The name of a field that a failed check judges; any of several */
  field?: string[]
  /** True: only those that one scan alone has found so far; false: only the others */
  is_new?: boolean
}

/** One page of a list */
export interface AnomalyPage {
  /** What is on this page, in the order of the list */
  items: Anomaly[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How one of several anomalies is put away */
export interface AnomalyRemoval {
  /** Default true */
  archive?: boolean
  /** The reason; default Resolved, unused without archive */
  status?: ArchivedAnomalyStatus
  /** With the status Duplicate: the anomaly that says the same, itself no Duplicate */
  duplicate_of?: number
  /** The anomaly to put away */
  id: number
}

/** Failing rows of one anomaly, as JSON text, so that no reader rounds a number */
export interface AnomalySourceRecords {
  /** JSON text of a list of rows */
  source_record: string
  /** When the rows were kept */
  created: string
  /** How many rows are kept */
  total: number
  /** The fields of the rows, in the order of the source */
  fields: SourceRecordField[]
  /** The same rows one by one, with what fails in each */
  rows: FailingRow[]
}

/** What was made of an anomaly. Active and Acknowledged are open; the others say why it was put away */
export type AnomalyStatus = "Active" | "Acknowledged" | "Resolved" | "Duplicate" | "Invalid" | "Discarded"

/** One change of the status of an anomaly: by a person, or by a scan that no longer found it. Or what its row was before a scan found it with other values; then the status stays */
export interface AnomalyStatusChange {
  /** Unique among its kind */
  id: number
  /** When it was changed */
  created: string
  /** The status before */
  from_status: AnomalyStatus
  /** The status since */
  to_status: AnomalyStatus
  /** Who changed it; null: a scan */
  user: Person | null
  /** The run that changed it; null: a person */
  operation_id: number | null
  /** The container scan that changed it; null: a person */
  container_scan_id: number | null
  /** JSON text of the row as it was; values of masked fields are hidden */
  former_record: string | null
}

/** One page of a list */
export interface AnomalyStatusChangePage {
  /** What is on this page, in the order of the list */
  items: AnomalyStatusChange[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A ticket for an anomaly in a system outside */
export interface AnomalyTicket {
  /** The type of the channel that made it */
  system: string
  /** What the system calls it */
  key: string
  /** Where people look at it */
  url: string
  /** When it was noted here */
  created: string
}

/** record: one failing row. shape: a finding about the container, or one that stands for many rows */
export type AnomalyType = "record" | "shape"

/** A file of configuration as it was when it was applied */
export interface AppliedFile {
  /** Where it is, from the folder that was applied */
  path: string
  /** SHA-256 of its bytes, hexadecimal */
  digest: string
}

/** Why an anomaly was put away */
export type ArchivedAnomalyStatus = "Resolved" | "Duplicate" | "Invalid" | "Discarded"

/** How a check was put away */
export type ArchivedCheckStatus = "Archived" | "Discarded"

/** Whether archived things are listed: only they, or they too */
export type ArchivedFilter = "only" | "include"

/** reading: rows that were read. proof: what the source guarantees. unchanged: what an earlier scan found of the same rows */
export type AssertionBasis = "reading" | "proof" | "unchanged"

/** unasserted: no verdict was possible, and the details say why */
export type AssertionResult = "passed" | "failed" | "unasserted"

/** One page of a list */
export interface AssigneePage {
  /** What is on this page, in the order of the list */
  items: Person[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What the audit log notes */
export type AuditAction = "trigger_operation" | "abort_operation" | "resume_operation" | "rerun_operation" | "delete_operation" | "create_schedule" | "update_schedule" | "delete_schedule" | "create_user" | "update_user" | "delete_user" | "create_team" | "update_team" | "delete_team" | "create_token" | "revoke_token" | "restore_token" | "create_sign_in_code" | "begin_session" | "end_session" | "create_connection" | "update_connection" | "delete_connection" | "test_connection" | "create_datastore" | "update_datastore" | "delete_datastore" | "create_container" | "update_container" | "delete_container" | "create_computed_field" | "update_computed_field" | "delete_computed_field" | "mask_field" | "exclude_field" | "restore_field" | "merge_field" | "delete_field" | "unmask_field" | "create_quality_check" | "delete_quality_check" | "update_anomaly" | "delete_anomaly" | "create_flow" | "update_flow" | "delete_flow" | "execute_flow" | "abort_flow_execution" | "resend_flow_execution" | "apply_configuration" | "unmask_field_values"

/** The newest entry of the audit log */
export interface AuditLogEnd {
  /** The entry */
  id: number
  /** A sum over it and all before it */
  hash: string
}

/** Since when the end of the audit log is sealed */
export interface AuditLogSeal {
  /** Since when the end of the log is sealed with a key that the database does not have */
  since: string
  /** Entries that were there already, and were sealed as they stood */
  entries_before: number
}

/** What an entry of the audit log is about */
export type AuditResource = "operation" | "schedule" | "user" | "team" | "user_token" | "session" | "connection" | "datastore" | "container" | "field" | "quality_check" | "anomaly" | "flow" | "field_profile" | "configuration"

/** When an action happened, and who did it */
export interface AuditTransaction {
  /** The entry, in the order of the log */
  id: number
  /** When it happened */
  issued_at: string
  /** Who did it */
  user: Person
}

/** Whether the audit log is as it was written */
export interface AuditVerification {
  /** True: no entry was changed, taken out or put in */
  valid: boolean
  /** Entries found to be in order */
  entries: number
  /** The newest entry; null: the log is empty */
  last: AuditLogEnd | null
  /** The first entry that is not in order; null: all are */
  broken: BrokenAuditEntry | null
  /** Since when the end of the log is sealed; null: it is not */
  sealed: AuditLogSeal | null
}

/** The first entry of the audit log that is not in order */
export interface BrokenAuditEntry {
  /** The entry */
  id: number
  /** What is wrong with it */
  reason: string
}

/** Many anomalies, and what becomes of each */
export interface BulkAnomalies {
  /** The anomalies; or give a filter */
  ids?: number[]
  filter?: AnomalyFilter
  change: BulkAnomalyChange
  /** True: the answer is the same, and nothing is changed; default false */
  dry_run?: boolean
}

/** What becomes of each */
export interface BulkAnomalyChange {
  /** An open status restores what is archived; an archived one puts away what is open */
  status?: AnomalyStatus
  /** A note; null clears it */
  description?: string | null
  /** Names of global tags; they replace all that it has; null: none */
  tags?: string[] | null
  /** Users who look after it; they replace all that it has; null: nobody */
  assignee_ids?: number[] | null
}

/** What became of many anomalies */
export interface BulkAnomalyResult {
  /** How many there were to change */
  matched: number
  /** How many of them are changed, or would be in a dry run */
  changed: number
  /** The others, each with its reason */
  refused: RefusedAnomaly[]
}

/** What becomes of each */
export interface BulkCheckChange {
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** The user who owns the check */
  owner_id?: number | null
  /** An open status restores what is archived; an archived one puts away what is open, and its anomalies stay */
  status?: CheckStatus
}

/** What became of many checks */
export interface BulkCheckResult {
  /** How many there were to change */
  matched: number
  /** How many of them are changed, or would be in a dry run */
  changed: number
  /** The others, each with its reason */
  refused: RefusedCheck[]
}

/** Many checks, and what becomes of each */
export interface BulkChecks {
  /** The checks */
  ids: number[]
  change: BulkCheckChange
  /** True: the answer is the same, and nothing is changed; default false */
  dry_run?: boolean
}

/** The channels that there are */
export type ChannelType = "Email" | "HttpAction" | "InApp" | "Jira" | "MSFT_Teams" | "OpenLineage" | "PagerDuty" | "ServiceNow" | "Slack" | "Webhook"

/** What may be done with a check */
export type CheckAct = "activate" | "archive" | "change" | "delete" | "draft"

/** metadata: checks of the volume of a container. data_integrity: all others */
export type CheckCategory = "metadata" | "data_integrity"

/** What a check cost in one container scan */
export interface CheckCost {
  /** The container scan that judged it */
  container_scan_id: number
  /** The run that it belongs to */
  operation_id: number
  /** When the container scan began; null: it has not */
  start_time: string | null
  /** How many statements took part in judging it; 0: none was needed */
  statements: number
  /** How long the source took for all of these */
  milliseconds: number
  /** Its share of that: the time of each statement divided by the checks that it was sent for */
  own_milliseconds: number
  /** How many other checks at most had a part in one of these statements */
  shared_with: number
  /** How many rows the container scan read */
  records_processed: number
  basis: CheckCostBasis
}

/** read: rows were read for it. kept: all that it rests on is as at an earlier scan. proven: the source guarantees it without its rows. none: no statement was sent for it, as for a check of the fields */
export type CheckCostBasis = "read" | "kept" | "proven" | "none"

/** One page of a list */
export interface CheckCostPage {
  /** What is on this page, in the order of the list */
  items: CheckCost[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a scan would find by a check now; nothing is kept */
export interface CheckDryRun {
  /** True: the check can be judged, whether or not it passes */
  success: boolean
  /** What came of it, for people */
  message: string
  /** The verdict */
  assertion_result: AssertionResult
  /** How many rows it judged; null: it could not be judged */
  asserted_records: number | null
  /** How many of them failed, 0 where what failed is no row; null: it could not be judged */
  anomalous_records: number | null
  /** How many rows were read, filtered or not */
  records_processed: number
  /** The statements that judge the check; empty where there are none */
  sql: string
  /** How long it took, milliseconds */
  ms: number
  /** How many anomalies a scan of these rows would find */
  anomaly_count: number
  /** The first 100 of them */
  anomalies: WouldBeAnomaly[]
  /** The fields of the source records, in their order */
  fields: SourceRecordField[]
  /** Failing rows, at most 100; values of masked fields are hidden unless they were asked for */
  source_records: Record<string, unknown>[]
}

/** What lists of checks show beside the checks when asked */
export type CheckExtra = "recent_results"

/** By what checks are counted */
export type CheckFacet = "status" | "rule_type" | "last_result" | "datastore" | "container" | "field" | "tag" | "inferred"

/** What a check concluded, day by day: the last run of each day in full, all of them in the totals */
export interface CheckInsights {
  /** When the report was made */
  generated_at: string
  /** The first day, included */
  start_date: string
  /** The last day, included */
  end_date: string
  /** Null where the dates were given */
  timeframe: string | null
  /** A day each, the earliest first; days without a run are absent */
  daily_assertion_measured: DailyAssertion[]
}

/** What a check measured in one scan */
export interface CheckMeasurement {
  /** When it was measured */
  created: string
  /** What was measured */
  value: number
}

/** The verdict on one check in one container scan */
export interface CheckResult {
  /** The check */
  id: number
  /** What the check demands, for people */
  description: string
  /** What kind of demand it is */
  rule_type: string
  /** The status of the check now */
  status: CheckStatus
  /** How many anomalies the check found in the run */
  scan_anomaly_count: number
  /** How many anomalies the container scan found over all checks; one may be of several */
  container_scan_anomaly_count: number
  /** The container scan that judged it */
  container_scan_id: number
  /** The container that it is about */
  container: IdAndName
  /** The fields that the check judges */
  fields: IdAndName[]
  /** The verdict */
  assertion_result: AssertionResult
  /** Why there is no verdict, or what the verdict rests on; null: there is nothing to say */
  assertion_details: string | null
  /** What the verdict rests on: rows that were read, a proof without them, or what an earlier scan found of the same rows; several where parts differ */
  asserted_by: AssertionBasis[]
  /** How many rows it judged; null: rows are not what it judges */
  asserted_records: number | null
  /** How many of them failed; null: rows are not what it judges */
  anomalous_records: number | null
}

/** One page of a list */
export interface CheckResultPage {
  /** What is on this page, in the order of the list */
  items: CheckResult[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How a check is judged, for reading: containers go by their names, and literals are withheld where a masked field is computed with */
export interface CheckSql {
  /** The engine whose SQL it is */
  dialect: string
  /** The statements one after the other; empty where there are none */
  sql: string
  /** The statements in the order in which they are sent */
  statements: string[]
  /** What the statements do not tell, such as what the service judges itself; null: nothing */
  reason: string | null
}

/** Draft is never evaluated; Archived and Discarded are put away, reversibly */
export type CheckStatus = "Active" | "Draft" | "Archived" | "Discarded"

/** What many checks have in common */
export interface CheckTemplate {
  /** Unique among its kind */
  id: number
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** What it demands, for people */
  description: string
  /** Share of the judged rows that must pass, 0 to 1 */
  coverage: number
  /** Which rows its checks judge; null: all rows */
  filter: string | null
  /** What the rule was told, by its type */
  properties: Record<string, unknown>
  /** The tags that its checks get when they are made */
  global_tags: GlobalTag[]
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field: string | null
  /** Always true */
  is_template: boolean
  /** True: its checks follow it in all that they test */
  template_locked: boolean
  /** How many checks come from it, archived ones included */
  template_checks_count: number
  /** When it was made */
  created: string
  /** User name of who made it */
  created_by: string
  /** When it was changed last */
  last_updated: string
  /** User name of who changed it last */
  last_editor: string
}

/** A change of a template. Members that are left out stay */
export interface CheckTemplateChange {
  /** What the check demands, for people */
  description?: string
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the sources: only rows for which it is true are judged; `field = each('A', 'B')` makes a check for each of the values */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** True: its checks follow it in all that they test; default false */
  template_locked?: boolean
  /** The same as rule_type */
  rule?: string
  /** The same as it is; a check cannot become another rule */
  rule_type?: string
}

/** A new template; rule and rule_type mean the same, and one of them is needed */
export interface CheckTemplateInput {
  /** What the check demands, for people */
  description: string
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the sources: only rows for which it is true are judged; `field = each('A', 'B')` makes a check for each of the values */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** True: its checks follow it in all that they test; default false */
  template_locked?: boolean
  /** The same as rule_type */
  rule?: string
  /** The same as it is; a check cannot become another rule */
  rule_type?: string
}

/** One page of a list */
export interface CheckTemplatePage {
  /** What is on this page, in the order of the list */
  items: CheckTemplate[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a check would say of the data as they are now; nothing is kept */
export interface CheckValidation {
  /** True: the check can be judged, whether or not it passes */
  success: boolean
  /** What came of it, for people */
  message: string
  /** The verdict */
  assertion_result: AssertionResult
  /** How many rows it judged; null: it could not be judged */
  asserted_records: number | null
  /** How many of them failed, 0 where what failed is no row; null: it could not be judged */
  anomalous_records: number | null
  /** How many rows were read, filtered or not */
  records_processed: number
  /** The statements that judge the check; empty where there are none */
  sql: string
  /** How long it took, milliseconds */
  ms: number
}

/** A check to be tried before it is made */
export interface CheckValidationInput {
  quality_check: QualityCheckInput
  /** How many rows of a partition are read at most; default 100000, and 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
}

/** Which version of a check it is, and when it held */
export interface CheckVersionSpan {
  /** From 1 */
  number: number
  /** Since when it held */
  valid_from: string
  /** Until when it held; null: it holds */
  valid_to: string | null
  /** User name of who made this version */
  edited_by: string
}

/** A field that a check judges */
export interface CheckedField {
  /** The field; null: the container has no field of this name now */
  id: number | null
  /** Its name */
  name: string
}

/** How many Active checks stand so now */
export interface ChecksStanding {
  /** How they stand */
  last_result: string
  /** How many */
  count: number
  /** The list whose `total` it is */
  query: string
}

/** An engine, and where it sees the files */
export interface Compute {
  /** The connection to the engine, of a type such as trino or spark */
  connection_id: number
  /** The root of the datastore as the engine names it, such as s3://lake/orders */
  location: string
  /** The catalog of files in which they are declared; an engine that declares no tables, such as spark, needs none */
  catalog: string | null
  /** The schema that holds nothing but the tables that are declared while files are evaluated; an engine that declares no tables, such as spark, needs none */
  schema: string | null
}

/** An engine, and where it sees the files */
export interface ComputeInput {
  /** The connection to the engine, of a type such as trino or spark */
  connection_id: number
  /** The root of the datastore as the engine names it, such as s3://lake/orders */
  location: string
  /** The catalog of files in which they are declared; an engine that declares no tables, such as spark, needs none */
  catalog?: string | null
  /** The schema that holds nothing but the tables that are declared while files are evaluated; an engine that declares no tables, such as spark, needs none */
  schema?: string | null
}

/** A container that is made of others by SQL */
export interface ComputedContainer {
  /** What kind of computed container it is */
  container_type: ComputedContainerType
  /** Its name, unlike that of any other container of its datastore */
  name: string
  /** The datastore that it belongs to; may be left out where it reads another container */
  datastore_id?: number | null
  /** Of a computed table: one SELECT in the SQL of its datastore; the others have none */
  query?: string | null
  /** Of a computed file: the container of files that it reads; the others have none */
  source_container_id?: number | null
  /** Of a computed file or join: its columns, as they stand behind SELECT, in the SQL of DuckDB, or of the one datastore of both sides of a join; a computed table has none */
  select_clause?: string | null
  /** Of a computed file or join: the condition for its rows; null: all */
  where_clause?: string | null
  /** Of a computed file or join: what its rows are grouped by, as it stands behind GROUP BY; null: nothing */
  group_by_clause?: string | null
  /** Of a computed join: the container on its left; it belongs to the datastore of that */
  left_container_id?: number | null
  /** Of a computed join: the container on its right, of any datastore */
  right_container_id?: number | null
  /** Of a computed join: the field of the left container by which rows meet */
  left_join_field_name?: string | null
  /** Of a computed join: the field of the right container by which rows meet */
  right_join_field_name?: string | null
  /** Of a computed join: which rows it shows; full is outer; default inner */
  join_type?: GivenJoinType | null
  /** Of a computed join: stands before the names of the left columns, with an underscore; default left */
  left_prefix?: string | null
  /** Of a computed join: stands before the names of the right columns, with an underscore; default right */
  right_prefix?: string | null
  /** A note; null clears it */
  description?: string | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field that shows which rows are new since the last scan; null: none */
  incremental_field_name?: string | null
  /** Whether that field is a time of change or a number that grows */
  incremental_identifier_type?: IncrementalType | null
  /** The field whose ranges a large table is scanned in; null: it is scanned whole */
  partition_field?: string | null
  /** Whether its rows and bytes are measured, as volumetric checks need it; null: the default, true */
  volumetric_tracking_enabled?: boolean | null
  /** Whether it is measured when it was modified, as freshness checks need it; null: the default, false */
  freshness_tracking_enabled?: boolean | null
  /** By which fields a row is recognised when it is found again; null leaves it to the source, an empty list is no key */
  key_fields?: string[] | null
  /** Groupings, each a list of fields: a profile also measures the rows that share their values, group by group; null or empty: none */
  group_by_fields?: (string[])[] | null
}

/** computed_table: a query of a database. computed_file: clauses over a container of files. computed_join: clauses over two containers */
export type ComputedContainerType = "computed_table" | "computed_file" | "computed_join"

/** A field that the service computes from others of its container */
export interface ComputedField {
  /** Unique among its kind */
  id: number
  /** Its name, which the field has too */
  name: string
  /** The container that it is a field of */
  container_id: number
  transformation: TransformationName
  /** The field that it is computed from; empty where an expression names them */
  source_fields: string[]
  properties: ComputedFieldProperties
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** Who made it or changed it last */
  last_editor: string
}

/** What is to change of a computed field */
export interface ComputedFieldChange {
  /** Its name, unlike that of any other field of its container */
  name?: string
  transformation?: TransformationName
  /** The field that it is computed from; empty or null where an expression names them */
  source_fields?: string[] | null
  /** The settings of its transformation */
  properties?: TransformationProperties | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
}

/** The settings of its transformation */
export interface ComputedFieldProperties {
  /** Of cast: string, integer, double, decimal, boolean, date or timestamp, or another SQL name of one of these */
  target_type?: string | null
  /** Of cast to date or timestamp: how texts are written, ISO 8601 alone (yyyy-MM-dd, yyyy-MM-dd HH:mm:ss); it changes nothing */
  format?: string | null
  /** Of cleanedEntityName: drop terms from the end; default true */
  drop_from_suffix?: boolean | null
  /** Of cleanedEntityName: drop terms from the beginning; default false */
  drop_from_prefix?: boolean | null
  /** Of cleanedEntityName: drop terms between others; default false */
  drop_from_interior?: boolean | null
  /** Of cleanedEntityName: terms beside those of businesses */
  terms_to_drop?: string[] | null
  /** Of cleanedEntityName: terms that stay */
  terms_to_ignore?: string[] | null
  /** Of customExpression: an expression in the SQL of the store, window functions included */
  column_expression?: string | null
}

/** Configuration that was applied from files */
export interface ConfigApply {
  /** Unique among its kind */
  id: number
  /** When it began */
  created: string
  /** When it was done; null: it goes on, or it was stopped */
  ended: string | null
  /** Who applied it */
  user: Person
  /** SHA-256 over the digests and paths of all files, hexadecimal */
  digest: string
  /** How many files there were */
  file_count: number
  /** The commit that the folder was checked out at; null: none was told */
  git_commit: string | null
  /** True: files differed from that commit; null: there is none */
  git_dirty: boolean | null
  /** True: what no file described was deleted */
  prune: boolean
  /** Things that were made, changed or deleted; null: it has not ended */
  done: number | null
  /** Things that the service refused; null: it has not ended */
  refused: number | null
  /** Things that were as the files said already; null: it has not ended */
  unchanged: number | null
}

/** What became of an apply */
export interface ConfigApplyEnd {
  /** Things that were made, changed or deleted */
  done: number
  /** Things that the service refused */
  refused: number
  /** Things that were as the files say already */
  unchanged: number
}

/** What is about to be applied from files */
export interface ConfigApplyInput {
  /** SHA-256 over the digests and paths of all files, hexadecimal */
  digest: string
  /** The files that are applied */
  files: FileToApply[]
  /** The commit that the folder is checked out at; null: it is in no repository */
  git_commit?: string | null
  /** True: files in the folder differ from that commit */
  git_dirty?: boolean | null
  /** True: what no file describes is deleted; default false */
  prune?: boolean
}

/** One page of a list */
export interface ConfigApplyPage {
  /** What is on this page, in the order of the list */
  items: ConfigApply[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** An apply with its files */
export interface ConfigApplyWithFiles {
  /** Unique among its kind */
  id: number
  /** When it began */
  created: string
  /** When it was done; null: it goes on, or it was stopped */
  ended: string | null
  /** Who applied it */
  user: Person
  /** SHA-256 over the digests and paths of all files, hexadecimal */
  digest: string
  /** How many files there were */
  file_count: number
  /** The commit that the folder was checked out at; null: none was told */
  git_commit: string | null
  /** True: files differed from that commit; null: there is none */
  git_dirty: boolean | null
  /** True: what no file described was deleted */
  prune: boolean
  /** Things that were made, changed or deleted; null: it has not ended */
  done: number | null
  /** Things that the service refused; null: it has not ended */
  refused: number | null
  /** Things that were as the files said already; null: it has not ended */
  unchanged: number | null
  /** The files that were applied */
  files: AppliedFile[]
}

/** How a source is reached, without secrets */
export interface Connection {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** The kind of source */
  type: string
  /** Whether it holds tables or files; null: the type is not known here any more */
  connection_type: StoreType | null
  /** Name or address of the server; null: it has none */
  host: string | null
  /** Port of the server; null: the usual one of the type */
  port: number | null
  /** The user to sign in as; null: none */
  username: string | null
  /** The folder or file of a file store, or a whole address; null: none. Secrets in it are hidden */
  uri: string | null
  /** Settings of the type, without secrets */
  parameters: Record<string, unknown>
  /** How many rows are fetched at a time; null: the default of the type */
  jdbc_fetch_size: number | null
  /** How many sessions may be open at once; null: the default of the service */
  max_parallelization: number | null
  /** When it was made */
  created: string
  /** The datastores that use it */
  datastores: IdAndName[]
}

/** A change of a connection. Members that are left out stay, and null clears; secrets are only ever written */
export interface ConnectionChange {
  /** The same as it is; a connection cannot become another type */
  type?: ConnectionType
  /** Its name; default the type */
  name?: string
  /** Name or address of the server */
  host?: string | null
  /** Port of the server; null: the usual one of the type */
  port?: number | null
  /** The user to sign in as */
  username?: string | null
  /** The folder or file of a file store, or a whole address in the place of host and port */
  uri?: string | null
  /** Settings of the type, such as those of TLS */
  parameters?: Record<string, unknown> | null
  /** How many rows are fetched at a time; null: the default of the type */
  jdbc_fetch_size?: number | null
  /** How many sessions may be open at once; null: the default of the service */
  max_parallelization?: number | null
  /** Secret; it is never shown */
  password?: string | null
  /** Secret of a private key; it is never shown */
  passphrase?: string | null
  /** Name of an access key; it is never shown */
  access_key?: string | null
  /** Secret of an access key; it is never shown */
  secret_key?: string | null
  /** Token that belongs to an access key that ends; it is never shown */
  session_token?: string | null
  /** Secret file of credentials; it is never shown */
  credentials_payload?: string | null
}

/** A new connection */
export interface ConnectionInput {
  type: ConnectionType
  /** Its name; default the type */
  name?: string
  /** Name or address of the server */
  host?: string | null
  /** Port of the server; null: the usual one of the type */
  port?: number | null
  /** The user to sign in as */
  username?: string | null
  /** The folder or file of a file store, or a whole address in the place of host and port */
  uri?: string | null
  /** Settings of the type, such as those of TLS */
  parameters?: Record<string, unknown> | null
  /** How many rows are fetched at a time; null: the default of the type */
  jdbc_fetch_size?: number | null
  /** How many sessions may be open at once; null: the default of the service */
  max_parallelization?: number | null
  /** Secret; it is never shown */
  password?: string | null
  /** Secret of a private key; it is never shown */
  passphrase?: string | null
  /** Name of an access key; it is never shown */
  access_key?: string | null
  /** Secret of an access key; it is never shown */
  secret_key?: string | null
  /** Token that belongs to an access key that ends; it is never shown */
  session_token?: string | null
  /** Secret file of credentials; it is never shown */
  credentials_payload?: string | null
}

/** One page of a list */
export interface ConnectionPage {
  /** What is on this page, in the order of the list */
  items: Connection[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** Whether a source answered */
export interface ConnectionTest {
  /** Whether the source answered */
  connected: boolean
  /** Why it did not; absent when it did */
  message?: string
  /** What the tests of this service have not met of such a source; absent when they run on it */
  remark?: string
}

/** The kinds of sources that there are */
export type ConnectionType = "abfs" | "athena" | "bigquery" | "clickhouse" | "databricks" | "duckdb" | "gcs" | "local" | "mariadb" | "mysql" | "oracle" | "postgresql" | "redshift" | "s3" | "snowflake" | "spark" | "sqlite" | "sqlserver" | "trino"

/** A table, a view, a file or several files that are one */
export interface Container {
  /** Unique among its kind */
  id: number
  /** Name of the table, or path or pattern of the files */
  name: string
  /** What kind of container it is */
  container_type: ContainerType
  /** Table or view; null: it is no relation of a database */
  table_type: TableType | null
  /** The datastore that it belongs to */
  datastore_id: number
  /** The datastore that it belongs to */
  datastore: DatastoreStub
  /** How the last sync found it */
  status: ContainerStatus
  /** Why it has this status; null: there is nothing to say */
  status_reason: string | null
  /** What people noted of it; null: nothing */
  description: string | null
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** The tags that it carries */
  global_tags: GlobalTag[]
  /** The tags of what it is in or about, which count as its own for its weight */
  inherited_tags: GlobalTag[]
  /** The field that shows which rows are new since the last scan; null: none */
  incremental_field_name: string | null
  /** Whether that field is a time of change or a number that grows; null: there is none */
  incremental_identifier_type: string | null
  /** The field whose ranges it is scanned in; null: it is scanned whole */
  partition_field: string | null
  /** Whether its rows and bytes are measured */
  volumetric_tracking_enabled: boolean
  /** Whether it is measured when it was modified */
  freshness_tracking_enabled: boolean
  /** By which fields a row is recognised when it is found again; without any, by all its values */
  key_fields: string[]
  /** Where they come from: the last sync, or people; null without any */
  key_fields_origin: KeyOrigin | null
  /** Groupings, each a list of fields, whose groups a profile measures too */
  group_by_fields: (string[])[]
  /** The next incremental scan reads what lies above this number, or after this time */
  incremental_checkpoint: number | string | null
  /** Null: found by looking */
  has_header?: boolean | null
  /** What separates values. Null: found by looking */
  delimiter?: string | null
  /** Empty: nothing is quoted. Null: the double quote */
  quote_character?: string | null
  /** Null: the quote, or a backslash where one is found */
  escape_character?: string | null
  /** A name of the Encoding Standard, such as windows-1252 or utf-16le. Null: by byte order mark, else UTF-8 */
  encoding?: string | null
  /** Values that stand for NULL, beside the empty one */
  null_tokens?: string[] | null
  /** Begins lines that are no rows. Null: there is no such character */
  comment?: string | null
  /** Lines before the header. Default 0 */
  skip_lines?: number | null
  /** Default the point */
  decimal_separator?: DecimalSeparator | null
  /** Dates beside those of ISO 8601, in the directives of strptime, such as %d.%m.%Y */
  date_format?: string | null
  /** The names, joined with dots, that lead to the records of a JSON file. Null: the root */
  records_path?: string | null
  /** Default true */
  treat_empty_as_null?: boolean | null
  /** Default true */
  infer_datatypes?: boolean | null
  /** How its first file was found to be written at the last sync; null for tables */
  file_layout: FileLayout | null
  /** What a computed table is made of; null: it is none */
  query: string | null
  /** The container that a computed file reads; null: it is none */
  source_container_id: number | null
  /** The columns of a computed file or join; null: it is none */
  select_clause: string | null
  /** The condition for the rows of a computed file or join; null: all */
  where_clause: string | null
  /** What the rows of a computed file or join are grouped by; null: nothing */
  group_by_clause: string | null
  /** The left container of a computed join; null: it is none */
  left_container_id: number | null
  /** The right container of a computed join; null: it is none */
  right_container_id: number | null
  /** The left field by which rows meet; null: it is no join */
  left_join_field_name: string | null
  /** The right field by which rows meet; null: it is no join */
  right_join_field_name: string | null
  /** Which rows a computed join shows; null: it is none */
  join_type: JoinType | null
  /** What stands before the names of left columns; null: it is no join */
  left_prefix: string | null
  /** What stands before the names of right columns; null: it is no join */
  right_prefix: string | null
  /** Its fields that are computed from others */
  computed_fields: ComputedField[]
  metrics: ContainerMetrics
  /** The scan that began last, external ones left out, with `include=standing`; null: it was never scanned */
  last_scan?: LastContainerScan | null
  verdicts?: Verdicts
  /** Anomalies in it that are Active or Acknowledged, with `include=standing` */
  open_anomalies?: number
  /** How good its data is; null: there is none yet */
  quality_score: QualityScore | null
  /** How large it was when it was measured last; null: it never was */
  latest_observability_measurement: ContainerMeasurement | null
  /** When a sync found it first */
  created: string
  /** When a sync found it last; null: never */
  cataloged: string | null
}

/** A change of a container. Members that are left out stay; null clears, and gives a setting of files its default back */
export interface ContainerChange {
  /** The same as it is; a container cannot become another kind */
  container_type?: ContainerType
  /** A note; null clears it */
  description?: string | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field that shows which rows are new since the last scan; null: none */
  incremental_field_name?: string | null
  /** Whether that field is a time of change or a number that grows */
  incremental_identifier_type?: IncrementalType | null
  /** The field whose ranges a large table is scanned in; null: it is scanned whole */
  partition_field?: string | null
  /** Whether its rows and bytes are measured, as volumetric checks need it; null: the default, true */
  volumetric_tracking_enabled?: boolean | null
  /** Whether it is measured when it was modified, as freshness checks need it; null: the default, false */
  freshness_tracking_enabled?: boolean | null
  /** By which fields a row is recognised when it is found again; null leaves it to the source, an empty list is no key */
  key_fields?: string[] | null
  /** Groupings, each a list of fields: a profile also measures the rows that share their values, group by group; null or empty: none */
  group_by_fields?: (string[])[] | null
  /** Null: found by looking */
  has_header?: boolean | null
  /** What separates values. Null: found by looking */
  delimiter?: string | null
  /** Empty: nothing is quoted. Null: the double quote */
  quote_character?: string | null
  /** Null: the quote, or a backslash where one is found */
  escape_character?: string | null
  /** A name of the Encoding Standard, such as windows-1252 or utf-16le. Null: by byte order mark, else UTF-8 */
  encoding?: string | null
  /** Values that stand for NULL, beside the empty one */
  null_tokens?: string[] | null
  /** Begins lines that are no rows. Null: there is no such character */
  comment?: string | null
  /** Lines before the header. Default 0 */
  skip_lines?: number | null
  /** Default the point */
  decimal_separator?: DecimalSeparator | null
  /** Dates beside those of ISO 8601, in the directives of strptime, such as %d.%m.%Y */
  date_format?: string | null
  /** The names, joined with dots, that lead to the records of a JSON file. Null: the root */
  records_path?: string | null
  /** Default true */
  treat_empty_as_null?: boolean | null
  /** Default true */
  infer_datatypes?: boolean | null
  /** Of a computed container, another name; that of others comes from the source */
  name?: string | null
  /** Of a computed table: one SELECT in the SQL of its datastore; the others have none */
  query?: string | null
  /** Of a computed file: the container of files that it reads; the others have none */
  source_container_id?: number | null
  /** Of a computed file or join: its columns, as they stand behind SELECT, in the SQL of DuckDB, or of the one datastore of both sides of a join; a computed table has none */
  select_clause?: string | null
  /** Of a computed file or join: the condition for its rows; null: all */
  where_clause?: string | null
  /** Of a computed file or join: what its rows are grouped by, as it stands behind GROUP BY; null: nothing */
  group_by_clause?: string | null
  /** Of a computed join: the container on its left; it belongs to the datastore of that */
  left_container_id?: number | null
  /** Of a computed join: the container on its right, of any datastore */
  right_container_id?: number | null
  /** Of a computed join: the field of the left container by which rows meet */
  left_join_field_name?: string | null
  /** Of a computed join: the field of the right container by which rows meet */
  right_join_field_name?: string | null
  /** Of a computed join: which rows it shows; full is outer; default inner */
  join_type?: GivenJoinType | null
  /** Of a computed join: stands before the names of the left columns, with an underscore; default left */
  left_prefix?: string | null
  /** Of a computed join: stands before the names of the right columns, with an underscore; default right */
  right_prefix?: string | null
  /** True: fields that another query of a computed container no longer has are dropped though checks or anomalies name them, and those checks archived; default false */
  force_drop_fields?: boolean | null
}

/** What lists of containers show beside the containers when asked */
export type ContainerExtra = "standing"

/** By what containers are counted */
export type ContainerFacet = "container_type" | "status" | "datastore" | "tag"

/** How many anomalies were found in a container */
export interface ContainerFindings {
  /** The container */
  container: ContainerStub
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** How many */
  count: number
  /** The list whose `total` it is */
  query: string
}

/** How the containers of a run are told: each, how many, or not at all */
export type ContainerForm = "all" | "count" | "none"

/** A computed file, and what it is to read at the destination */
export interface ContainerMapping {
  /** The computed file of the source */
  container_id: number
  /** The container of files, at the destination, that the promoted one reads */
  destination_container_id: number
}

/** How large a container was at some time */
export interface ContainerMeasurement {
  /** When it was measured */
  measurement_time: string
  /** When the container was modified; null: the source does not say, or it is not tracked */
  last_modification_time: string | null
  /** Its rows; null: they were not all counted, or not tracked */
  row_count: number | null
  /** The size of its files in bytes; null: the source does not say, or it is not tracked */
  size_bytes: number | null
}

/** One page of a list */
export interface ContainerMeasurementPage {
  /** What is on this page, in the order of the list */
  items: ContainerMeasurement[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a container holds */
export interface ContainerMetrics {
  /** Those that are in the source */
  fields: number
  /** Parts that a scan reads, each on its own */
  partitions: number
  /** Active checks on it */
  active_checks: number
  /** Open anomalies in it */
  active_anomalies: number
}

/** One page of a list */
export interface ContainerPage {
  /** What is on this page, in the order of the list */
  items: Container[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a run measured in one container, in numbers */
export interface ContainerProfile {
  /** Unique among its kind */
  id: number
  /** The run that measured it */
  operation_id: number
  /** When it was measured */
  created: string
  /** The profile of the whole container; null: it is that */
  parent_profile_id: number | null
  /** What was measured */
  container: ContainerStub
  /** The partition that was measured; null: all of them */
  partition: string | null
  /** The values that the measured rows share, by field; null: all rows */
  group: Record<string, string | null> | null
  /** Rows that there were */
  records_count: number
  /** Rows that were read */
  records_processed: number
  /** Fields that were measured */
  field_profiles_count: number
  /** Inferred checks in force afterwards */
  checks_synchronized: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
}

/** One page of a list */
export interface ContainerProfilePage {
  /** What is on this page, in the order of the list */
  items: ContainerProfile[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What one scan did with one container, part by part */
export interface ContainerScan {
  /** Unique among its kind */
  id: number
  /** The run that it is part of */
  operation_id: number
  /** When it was made */
  created: string
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** The container that was scanned */
  container: ContainerStub
  /** How many rows were read */
  records_processed: number
  /** How many anomalies were found */
  anomaly_count: number
  /** How many anomalies were resolved since their checks pass now */
  auto_resolved_anomaly_count: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** Of its parts, how many are as at an earlier scan, so that they were not read again */
  partitions_unchanged: number
  /** One for each part that was judged */
  partition_scans: PartitionScan[]
}

/** By what container scans are counted */
export type ContainerScanFacet = "result" | "datastore" | "container"

/** One page of a list */
export interface ContainerScanPage {
  /** What is on this page, in the order of the list */
  items: ContainerScanSummary[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What one scan did with one container */
export interface ContainerScanSummary {
  /** Unique among its kind */
  id: number
  /** The run that it is part of */
  operation_id: number
  /** When it was made */
  created: string
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** The container that was scanned */
  container: ContainerStub
  /** How many rows were read */
  records_processed: number
  /** How many anomalies were found */
  anomaly_count: number
  /** How many anomalies were resolved since their checks pass now */
  auto_resolved_anomaly_count: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** One for each part that was judged, at most twenty; a container scan by itself has all */
  partition_scans: PartitionScan[]
}

/** changed: the last sync found other fields. inaccessible: it did not find the container. unloadable: it could not read it */
export type ContainerStatus = "available" | "changed" | "inaccessible" | "unloadable"

/** The least that is told of a container */
export interface ContainerStub {
  /** Unique among its kind */
  id: number
  /** Name of the table, or path or pattern of the files */
  name: string
  /** What kind of container it is */
  container_type: ContainerType
  /** Table or view; null: it is no relation of a database */
  table_type: TableType | null
}

/** Tags of one of several containers */
export interface ContainerTagging {
  /** The container to tag */
  id: number
  /** Names of global tags; they replace all that it has; null: none */
  tags?: string[] | null
}

/** What kind of container it is; a table may be a view, which its table_type says */
export type ContainerType = "table" | "view" | "file" | "computed_table" | "computed_file" | "computed_join"

/** A computed container to be tried */
export interface ContainerValidation {
  container: ComputedContainer
}

/** What one check concluded on one day */
export interface DailyAssertion {
  /** The day */
  date: string
  /** The last run of the day */
  latest_scan_id: number
  /** Its scan of the container */
  latest_container_scan_id: number
  /** When that began */
  latest_container_scan_start_time: string
  /** The partition scan, where there was one; else null */
  latest_partition_scan_id: number | null
  /** What it concluded of the check */
  latest_assertion_result: AssertionResult
  /** How many rows it judged; null: rows are not what the check judges */
  latest_asserted_records: number | null
  /** How many of them failed; null: rows are not what the check judges */
  latest_anomalous_records: number | null
  /** How many runs of the day judged the check */
  total_scans: number
  /** How many rows they judged together */
  total_asserted_records: number
  /** How many rows failed in them together */
  total_anomalous_records: number
}

/** One database schema or one folder, over a connection */
export interface Datastore {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** Whether it holds tables or files; null: the type is not known here any more */
  store_type: StoreType | null
  /** The kind of its source, such as postgresql */
  type: string
  /** True: it only receives results, and is not scanned */
  enrichment_only: boolean
  /** What people noted of it; null: nothing */
  description: string | null
  /** The connection that leads to it */
  connection_id: number
  /** The database on the server; null: the type has one */
  database: string | null
  /** The schema of the database; null: the type has none */
  schema: string | null
  /** The folder that holds the files; null: it holds tables */
  root_path: string | null
  /** Files that people made one container, in the order in which they are tried */
  file_patterns: FilePattern[]
  /** The engine that evaluates its files; null: this service does, or it holds tables */
  compute: Compute | null
  /** Whether the last attempt reached the source */
  connected: boolean | null
  /** Whether it is a favourite of the caller */
  favorite: boolean
  /** With what the names of tables begin that results are written to */
  enrichment_prefix: string
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit: number
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy: RemediationStrategy
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold: number
  /** Where its results are written; null: nowhere */
  enrich_datastore: DatastoreStub | null
  /** The teams that may use it */
  teams: IdAndName[]
  /** The tags that it carries */
  global_tags: GlobalTag[]
  metrics: DatastoreMetrics
  /** How good its data is, over its scanned containers; null: there is none yet */
  quality_score: QualityScore | null
  /** The run that was started last; null: none was */
  latest_operation: OperationStub | null
  /** When it was made */
  created: string
}

/** A change of a datastore. Members that are left out stay; null clears where clearing means something */
export interface DatastoreChange {
  /** Its name */
  name?: string
  /** A note; null clears it */
  description?: string | null
  /** The connection that leads to it */
  connection_id?: number | null
  /** The database on the server, where the type has several */
  database?: string | null
  /** The schema of the database, where the type has several */
  schema?: string | null
  /** The folder that holds the files */
  root_path?: string | null
  /** Which files are one container, in order, from the next sync on; other files are grouped by their names */
  file_patterns?: FilePatternInput[] | null
  /** The engine to evaluate the files with; null: this service does it */
  compute?: ComputeInput | null
  /** True: it only receives results, and is not scanned */
  enrichment_only?: boolean | null
  /** With what the names of tables begin that results are written to */
  enrichment_prefix?: string | null
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit?: number | null
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy?: RemediationStrategy | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold?: number | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Names of the teams that may use it; they replace all that it has, and null leaves them */
  teams?: (string | NamedTeam)[] | null
}

/** A new datastore, on a stored connection or with a new one, and whether to sync it */
export interface DatastoreCreation {
  /** Its name */
  name: string
  /** A note; null clears it */
  description?: string | null
  /** The connection that leads to it */
  connection_id?: number | null
  /** The database on the server, where the type has several */
  database?: string | null
  /** The schema of the database, where the type has several */
  schema?: string | null
  /** The folder that holds the files */
  root_path?: string | null
  /** Which files are one container, in order, from the next sync on; other files are grouped by their names */
  file_patterns?: FilePatternInput[] | null
  /** The engine to evaluate the files with; null: this service does it */
  compute?: ComputeInput | null
  /** True: it only receives results, and is not scanned */
  enrichment_only?: boolean | null
  /** With what the names of tables begin that results are written to */
  enrichment_prefix?: string | null
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit?: number | null
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy?: RemediationStrategy | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold?: number | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Names of the teams that may use it; they replace all that it has, and null leaves them */
  teams?: (string | NamedTeam)[] | null
  /** A connection to make with the datastore, in the place of a stored one */
  connection?: ConnectionInput | null
  /** The datastore that results are written into; null: none */
  enrichment_datastore_id?: number | null
  /** True: its first sync is started; default false */
  trigger_sync?: boolean | null
  /** An older name of trigger_sync */
  trigger_catalog?: boolean | null
}

/** A new datastore, on a stored connection or with a new one */
export interface DatastoreInput {
  /** Its name */
  name: string
  /** A note; null clears it */
  description?: string | null
  /** The connection that leads to it */
  connection_id?: number | null
  /** The database on the server, where the type has several */
  database?: string | null
  /** The schema of the database, where the type has several */
  schema?: string | null
  /** The folder that holds the files */
  root_path?: string | null
  /** Which files are one container, in order, from the next sync on; other files are grouped by their names */
  file_patterns?: FilePatternInput[] | null
  /** The engine to evaluate the files with; null: this service does it */
  compute?: ComputeInput | null
  /** True: it only receives results, and is not scanned */
  enrichment_only?: boolean | null
  /** With what the names of tables begin that results are written to */
  enrichment_prefix?: string | null
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit?: number | null
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy?: RemediationStrategy | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold?: number | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Names of the teams that may use it; they replace all that it has, and null leaves them */
  teams?: (string | NamedTeam)[] | null
  /** A connection to make with the datastore, in the place of a stored one */
  connection?: ConnectionInput | null
  /** The datastore that results are written into; null: none */
  enrichment_datastore_id?: number | null
}

/** What a datastore holds */
export interface DatastoreMetrics {
  /** Containers that are in the source */
  containers: number
  /** Active checks on them */
  active_checks: number
  /** Open anomalies in them */
  active_anomalies: number
}

/** One page of a list */
export interface DatastorePage {
  /** What is on this page, in the order of the list */
  items: ListedDatastore[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A datastore beside what belongs to it */
export interface DatastoreReference {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** The kind of its source, such as postgresql */
  type: string
  /** Whether it holds tables or files; null: the type is not known here any more */
  store_type: StoreType | null
}

/** What a datastore is to those who may know only that it exists, and in other resources */
export interface DatastoreStub {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** Whether it holds tables or files; null: the type is not known here any more */
  store_type: StoreType | null
  /** The kind of its source, such as postgresql */
  type: string
  /** True: it only receives results, and is not scanned */
  enrichment_only: boolean
}

/** How the work on one datastore went */
export interface DatastoreTrend {
  /** The datastore */
  datastore: DatastoreReference
  /** Every day of the time, in order */
  days: TrendDay[]
}

/** A quality score and since when it holds */
export interface DatedQualityScore {
  /** Since when it holds */
  created: string
  /** All dimensions as one figure, 0 to 100 */
  total: number
  /** Values that are there, on the average of the profiles in the period; null: not known yet */
  completeness: number | null
  /** How many Active checks watch the fields; null: not known yet */
  coverage: number | null
  /** Rows whose form is as demanded; null: not known yet */
  conformity: number | null
  /** How little the figures of the newest profile differ from those of earlier ones; null: not known yet */
  consistency: number | null
  /** Rows whose values lie where they are demanded to; null: not known yet */
  precision: number | null
  /** Whether data comes in time; each open anomaly takes two fifths; null: not known yet */
  timeliness: number | null
  /** Whether as much comes as is expected; each open anomaly takes two fifths; null: not known yet */
  volumetrics: number | null
  /** Rows that fail no check at all; null: not known yet */
  accuracy: number | null
}

/** What stands before the digits after the point */
export type DecimalSeparator = "." | ","

/** How a check is tried out */
export interface DryRunInput {
  /** How many rows of a partition are read at most; default 100000, and 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** True: values of masked fields are shown, and the audit log says to whom */
  include_masked?: boolean
}

/** Some rows of a table that the service has written */
export interface EnrichmentRows {
  /** JSON text: a list of rows, each an object by columns */
  source_records: string
}

/** A table that the service has written, and what it is about */
export interface EnrichmentTable {
  /** Its name in the store; of a folder the file without its ending */
  name: string
  /** What it holds, for people */
  label: string
  datastore: DatastoreStub
}

/** Why a request was refused */
export interface Error {
  /** What is wrong, where, and what to do: a sentence, or one entry for every member that was refused */
  detail: string | RefusedMember[]
  /** A word that stays the same, for programs */
  code: ErrorCode
}

/** Why a request was refused; the reference of errors has each */
export type ErrorCode = "malformed" | "invalid_id" | "connection_failed" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "in_use" | "wrong_state" | "too_large" | "headers_too_large" | "rerun_unfinished_export" | "unsupported_media" | "invalid" | "internal" | "unavailable"

/** A field of a table that shows what a rule does */
export interface ExampleColumn {
  /** The name of the field */
  name: string
  /** Its type */
  type: FieldType
}

/** Another container that the check reads */
export interface ExampleContainer {
  /** The id by which the properties name it */
  container_id: number
  /** The fields of its table */
  columns: ExampleColumn[]
  /** The rows of its table, a value for each column; NaN and infinities are texts */
  rows: (unknown[])[]
}

/** A check of a rule on a table, and what it finds there */
export interface ExecutedRuleExample {
  /** What it shows, in a few words */
  shows: string
  /** The fields of the check */
  fields: string[]
  /** The properties of the check */
  properties: Record<string, unknown>
  /** The filter of the check; null: it has none */
  filter: string | null
  /** The coverage of the check */
  coverage: number
  /** The fields of its table */
  columns: ExampleColumn[]
  /** The rows of its table, a value for each column; NaN and infinities are texts */
  rows: (unknown[])[]
  /** Which rows fail, counted from 0; null: the check judges them together */
  failing_rows: number[] | null
  /** True: rows fail, or the rows together do */
  fails: boolean
  /** How many rows are to blame; null: nobody can say which, or none are */
  anomalous_records: number | null
  /** The other containers that the check reads */
  references: ExampleContainer[]
  /** What earlier scans measured, newest first, a day apart: numbers, NaN as a text */
  measured_before: unknown[]
  /** How long before the scan the container was modified, milliseconds; null: it does not matter */
  modified_before_ms: number | null
}

/** How an execution of a flow ended, or that it goes on */
export type ExecutionResult = "running" | "success" | "failure" | "aborted"

/** A kind of demand on data, and what it finds in small tables */
export interface ExplainedRule {
  /** Its name in checks */
  rule_type: string
  /** Its name for people */
  title: string
  /** When a row or a container fails, and what NULL does */
  description: string
  /** How many fields a check names: one, one or more, none, or any number that its expression reads */
  fields: RuleScope
  /** The types that its fields may have */
  field_types: FieldType[]
  /** True: a check may have a filter */
  filterable: boolean
  /** True: a check may have a coverage below 1 */
  supports_coverage: boolean
  /** True: a check compares with another container */
  reads_other_container: boolean
  /** What its anomalies are: one failing row, or a finding about the container or many rows */
  anomaly_types: AnomalyType[]
  /** Points that it adds to the weight of a check */
  weight: number
  /** What a check tells it */
  properties: RuleProperty[]
  /** JSON Schema of all properties together */
  properties_schema: Record<string, unknown>
  /** Checks on small tables, and what they find there */
  examples: ExecutedRuleExample[]
}

/** A run of export, and what it is told */
export interface ExportRun {
  /** What to run */
  type: "export"
  /** The datastore to work on */
  datastore_id: number
  /** What is written */
  asset_type: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
}

/** A schedule of the runs of export */
export interface ExportSchedule {
  /** What it starts */
  type: "export"
  /** The datastore to work on */
  datastore_id: number
  /** What is written */
  asset_type: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** Its name; null: none */
  name?: string | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
}

/** What an export writes */
export type ExportedAsset = "anomalies" | "checks" | "profiles"

/** Values that a list can be filtered by, by the name of the filter */
export type Facets = Record<string, ({
  /** As the filter of this name takes it */
  value: string
  /** What people call it */
  label: string
  /** How many things the list would have with it */
  count: number
})[]>

/** A check that found an anomaly, with its own message */
export interface FailedCheck {
  /** The check as it is now; `message` says what it demanded when it failed */
  quality_check: Record<string, unknown>
  /** What the check says of it */
  message: string
}

/** One failing row, and what fails in it */
export interface FailingRow {
  /** The row, by the names of its fields */
  record: Record<string, unknown>
  /** The fields whose values fail, by the id of each failed check; none where the row as a whole does */
  failing: Record<string, string[]>
}

/** Whether a datastore is a favourite of the caller */
export interface FavoriteMark {
  /** True: it becomes a favourite of the caller */
  favorite: boolean
}

/** A field of a container */
export interface Field {
  /** Unique among its kind */
  id: number
  /** Its name in the source */
  name: string
  /** What to show for it: its name, as fields are called nothing else */
  display_name: string
  /** What it holds, whatever the source calls it */
  type: FieldType
  /** What the source calls its type */
  native_type: string
  /** The characters or digits that it takes at most, as the source declares it; null: it declares none */
  column_size: number | null
  /** Whether it may be NULL */
  nullable: boolean
  /** From 0, in the order of the source */
  ordinal: number
  /** Whether it is there, masked, or left out */
  status: FieldStatus
  /** What people noted of it; null: nothing */
  description: string | null
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** Rows with a value, of all rows, 0 to 1, as its newest profile says; null: it has none, or there were no rows */
  completeness: number | null
  /** Its newest profile; null: it was never profiled */
  latest_profile_id: number | null
  /** How it is computed from others; null: it is in the source */
  computed_field: ComputedField | null
  /** How good its values are; null: there is none yet */
  quality_score: QualityScore | null
  /** The tags that it carries */
  global_tags: GlobalTag[]
  /** The tags of what it is in or about, which count as its own for its weight */
  inherited_tags: GlobalTag[]
  /** The container that it is part of */
  container: ContainerStub
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** When a sync found it first */
  created: string
}

/** A change of a field. Members that are left out stay */
export interface FieldChange {
  /** Masked: its values are shown to nobody without the permission; active: they are shown. The others only as they are */
  status?: FieldStatus
  /** A note; null clears it */
  description?: string | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
}

/** A field that goes together with this one */
export interface FieldCorrelation {
  /** The other field */
  field: string
  /** From -1 to 1, over rows in which both have a value */
  correlation: number
}

/** One page of a list */
export interface FieldPage {
  /** What is on this page, in the order of the list */
  items: Field[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What was measured in one field */
export interface FieldProfile {
  /** Unique among its kind */
  id: number
  /** The field */
  field_id: number
  /** The measuring that it is part of */
  container_profile_id: number
  /** The name of the field */
  name: string
  /** How the field is now */
  status: FieldStatus
  /** True: figures that show values are withheld here */
  masked: boolean
  /** When it was measured */
  created: string
  /** The container of the field */
  container: ContainerStub
  /** The partition that was measured; null: all of them */
  partition: string | null
  /** The values that the measured rows share, by field; null: all rows */
  group: Record<string, string | null> | null
  /** Active checks that name the field now */
  quality_check_count: number
  /** Open anomalies now that such checks found */
  anomaly_count: number
  /** Its type; of a text, the type that its values look like */
  field_type: FieldType
  /** Whether the source says the type, rather than the values */
  type_declared: boolean
  /** Rows with a value, of all rows, 0 to 1; null: there are no rows */
  completeness: number | null
  /** How many values differ; null: they cannot be compared */
  approximate_distinct_values: number | null
  /** Values that occur once, of those that differ, 0 to 1 */
  unique_distinct_ratio: number | null
  /** Shannon's, in bits */
  entropy: number | null
  /** The least number or time */
  min: number | null
  /** The greatest number or time */
  max: number | null
  /** Of numbers and times */
  mean: number | null
  /** Of numbers */
  sum: number | null
  /** Standard deviation of a sample */
  std_dev: number | null
  /** Half of the values are not above it */
  median: number | null
  /** A quarter of the values are not above it */
  q1: number | null
  /** Three quarters of the values are not above it */
  q3: number | null
  /** Of a sample, adjusted for its size */
  skewness: number | null
  /** Of a sample, adjusted for its size; 0 for a normal distribution */
  kurtosis: number | null
  /** True: a normal distribution is unlikely (Jarque and Bera, 5 %); null: too few values */
  is_not_normal: boolean | null
  /** Characters of the shortest text */
  min_length: number | null
  /** Characters of the longest text */
  max_length: number | null
  /** The most frequent values first */
  histogram_buckets: HistogramBucket[]
  /** Every twentieth of the sorted values; null: there are no numbers */
  kll: QuantileSketch | null
  /** Fields that go together with it, strongest first */
  field_correlations: FieldCorrelation[]
  /** How it follows from each of these fields */
  regression_models: RegressionModel[]
}

/** What moved between two profiles, and by how much */
export interface FieldProfileComparison {
  /** The profile to compare with */
  left: FieldProfile
  /** The profile that is compared */
  right: FieldProfile
  /** What moved; metrics that are withheld are left out */
  differences: MetricDifference[]
}

/** One page of a list */
export interface FieldProfilePage {
  /** What is on this page, in the order of the list */
  items: FieldProfile[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How one of several fields is put away */
export interface FieldRemoval {
  /** True: it is excluded, reversibly; false: one that is missing or computed is deleted for good; default true */
  archive?: boolean
  /** The field to put away */
  id: number
}

/** masked: its values are hidden. missing: the last sync did not find it. excluded: it is left out */
export type FieldStatus = "active" | "masked" | "missing" | "excluded"

/** One of several fields that are brought back */
export interface FieldToRestore {
  /** The field that is meant */
  id: number
}

/** What a field holds, whatever the source calls it */
export type FieldType = "Integral" | "Fractional" | "String" | "Boolean" | "Date" | "Timestamp" | "Array" | "Struct" | "MapType" | "Unknown"

/** How a file is written */
export type FileFormat = "separated" | "json" | "parquet"

/** How its first file was found to be written at the last sync; null for tables */
export interface FileLayout {
  /** Values with separators, JSON, or Parquet */
  format: FileFormat
  /** Encoding of the text; null: it is no text */
  encoding: string | null
  /** What separates values; null: nothing does */
  delimiter: string | null
  /** What quotes values; null: nothing does */
  quote_character: string | null
  /** What stands before a quote inside quotes; null: nothing does */
  escape_character: string | null
  /** What begins lines that are no rows; null: nothing does */
  comment: string | null
  /** Lines before the header; null: it has no lines */
  skip_lines: number | null
  /** Whether the first row holds names; null: it has no rows of text */
  has_header: boolean | null
  /** How lines end; null: it has no lines */
  line_end: string | null
  /** Names that lead to the records; null: they are at the root */
  records_path: string | null
}

/** Files that people made one container */
export interface FilePattern {
  /** Name of the container; null: the pattern itself */
  name: string | null
  /** Path below the root, with * ** and ? for what differs */
  pattern: string
}

/** Files to make one container, by a pattern of their paths below the root */
export interface FilePatternInput {
  /** Of the container. Null: the pattern itself */
  name?: string | null
  /** Path below the root: * is any text within a name, ** any text, ? one character */
  pattern: string
}

/** A file of a folder of configuration */
export interface FileToApply {
  /** Where it is, from the folder that was applied */
  path: string
  /** SHA-256 of its bytes, hexadecimal */
  digest: string
}

/** How a run ended; partial and warning are for exports only */
export type FinishedResult = "success" | "partial" | "warning" | "failure" | "aborted"

/** One trigger, filters, and a tree of actions */
export interface Flow {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** True: nothing sets it off */
  deactivated: boolean
  /** What sets it off */
  trigger_type: FlowTrigger
  /** For people; null: there is none */
  description: string | null
  /** Datastores, by id; empty: every one */
  filter_datastores: number[]
  /** Tags that the datastore (operation), the container (partition_scan) or the anomaly must all carry; empty: none is asked for */
  filter_tags: string[]
  /** Of operation: types of runs; empty: every one */
  filter_operation_type: OperationType[]
  /** Of operation: how the run ended; null: however */
  filter_operation_result: FinishedResult | null
  /** Of anomaly_status: statuses that an anomaly gets; empty: every one */
  filter_anomaly_status: AnomalyStatus[]
  /** Of anomaly and partition_scan: rule types of which a check must have failed; empty: any */
  check_rule_types: string[]
  /** Of anomaly: the least weight of an anomaly; null: any */
  weight_threshold: number | null
  /** Of schedule: when it goes off; null for every other trigger */
  crontab: string | null
  /** The IANA name of the time zone of the crontab */
  timezone: string
  /** Of schedule: when it goes off next; null: never */
  next_run: string | null
  /** Of anomaly: of how many anomalies of one container scan it is told one by one */
  burst_limit: number
  /** Tags of the flow itself */
  global_tags: GlobalTag[]
  /** The user name of who saved it last, in whose name it acts */
  owner: string
  /** When it was made */
  created: string
  /** When it was changed last */
  last_updated: string
  /** When it was set off last; null: never */
  last_triggered: string | null
  /** What it does, parents before what follows them */
  actions: FlowAction[]
}

/** One action of a flow, with the settings of its type */
export interface FlowAction {
  /** Unique among its kind */
  id: number
  /** By which others name it as their parent */
  uuid: string
  /** The action that must have succeeded before; null: none */
  parent_action_uuid: string | null
  /** Its place among those of one parent */
  order_rank: number
  /** What kind of thing it does */
  type: FlowActionType
  /** True: it is left out, and what follows it goes on */
  muted: boolean
  /** Of notification: the channel, by the type of its specification */
  notification_type?: string | null
  /** Of notification: the message, with tokens of the trigger in braces; null or left out: the default message of the trigger */
  tokenized_message?: string | null
  /** Of notification: what the channel must be told. Secrets are never shown; an action that is sent back without them keeps them. For Managers only */
  parameters?: Record<string, unknown> | null
  /** Of operation: what is run, as for a run at once: its type, its datastore_id, and what that type takes */
  operation?: Record<string, unknown> | null
  /** Of anomaly: what is done with inactive anomalies */
  anomaly?: FlowAnomalyWork | null
  /** The parameters that are kept without being shown, by name. For Managers only; to others empty */
  kept_secrets: string[]
}

/** What became of one action */
export interface FlowActionExecution {
  /** Unique among its kind */
  id: number
  action: FlowAction
  /** How it ended, or how far it is */
  result: FlowActionResult
  /** What came of it, for people; null: there is nothing to say */
  message: string | null
  /** The run that it has started; null: none, or it was deleted */
  operation: FlowRun | null
  /** Of a notification: its delivery; null for other actions */
  notification: FlowDelivery | null
  /** When it was begun; null: it was not */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
}

/** One action of a flow, told apart by its type */
export interface FlowActionInput {
  /** What kind of thing it does */
  type: FlowActionType
  /** By which others name it as their parent; one that is kept goes on with its history and its secrets; null or left out: a new one */
  uuid?: string | null
  /** The action that must have succeeded before; null or left out: none */
  parent_action_uuid?: string | null
  /** Its place among those of one parent; null or left out: that of the list */
  order_rank?: number | null
  /** True: it is left out, and what follows it goes on; default false */
  muted?: boolean | null
  /** Of notification: the channel, by the type of its specification */
  notification_type?: string | null
  /** Of notification: the message, with tokens of the trigger in braces; null or left out: the default message of the trigger */
  tokenized_message?: string | null
  /** Of notification: what the channel must be told. Secrets are never shown; an action that is sent back without them keeps them. For Managers only */
  parameters?: Record<string, unknown> | null
  /** Of operation: what is run, as for a run at once: its type, its datastore_id, and what that type takes */
  operation?: Record<string, unknown> | null
  /** Of anomaly: what is done with inactive anomalies */
  anomaly?: FlowAnomalyWorkInput | null
  /** Another name of operation */
  schedule?: Record<string, unknown> | null
}

/** How an action of a flow ended, or how far it is; skipped: what it follows did not succeed, or it is muted */
export type FlowActionResult = "running" | "success" | "failure" | "aborted" | "pending" | "skipped"

/** notification: sends a message. operation: starts a run. anomaly: puts inactive anomalies away */
export type FlowActionType = "notification" | "operation" | "anomaly"

/** What a flow does with anomalies that nobody cares for */
export interface FlowAnomalyWork {
  /** What is done with inactive anomalies */
  action: InactiveAction
  /** Days without a change and without a comment after which an anomaly is inactive */
  inactivity_days: number
  /** Of archive: the reason; null or left out: Discarded */
  status?: ArchivedAnomalyStatus | null
  /** Of archive: tags that the anomalies get beside those that they have */
  tags?: string[] | null
  /** Of archive: a comment that each anomaly gets */
  comment?: string | null
  /** Only anomalies of these datastores; null or left out: of every one on which the owner is Author */
  filter_datastores?: number[] | null
  /** Only anomalies with all of these tags */
  filter_tags?: string[] | null
  /** Of delete: only anomalies with one of these statuses; null or left out: whatever it is */
  filter_statuses?: AnomalyStatus[] | null
}

/** What a flow is to do with anomalies that nobody cares for */
export interface FlowAnomalyWorkInput {
  /** What is done with inactive anomalies */
  action: InactiveAction
  /** Days without a change and without a comment after which an anomaly is inactive */
  inactivity_days: number
  /** Of archive: the reason; null or left out: Discarded */
  status?: ArchivedAnomalyStatus | null
  /** Of archive: tags that the anomalies get beside those that they have */
  tags?: string[] | null
  /** Of archive: a comment that each anomaly gets */
  comment?: string | null
  /** Only anomalies of these datastores; null or left out: of every one on which the owner is Author */
  filter_datastores?: number[] | null
  /** Only anomalies with all of these tags */
  filter_tags?: string[] | null
  /** Of delete: only anomalies with one of these statuses; null or left out: whatever it is */
  filter_statuses?: AnomalyStatus[] | null
}

/** A change of a flow. Members that are left out stay; actions are replaced as a whole */
export interface FlowChange {
  /** Its name */
  name?: string
  /** What sets it off */
  trigger_type?: FlowTrigger
  /** For people; null: there is none */
  description?: string | null
  /** True: nothing sets it off; default false */
  deactivated?: boolean | null
  /** Datastores, by id; empty: every one */
  filter_datastores?: number[] | null
  /** Tags that the datastore (operation), the container (partition_scan) or the anomaly must all carry; empty: none is asked for */
  filter_tags?: string[] | null
  /** Of operation: types of runs; empty: every one */
  filter_operation_type?: OperationType[] | null
  /** Of operation: how the run ended; null: however */
  filter_operation_result?: FinishedResult | null
  /** Of anomaly_status: statuses that an anomaly gets; empty: every one */
  filter_anomaly_status?: AnomalyStatus[] | null
  /** Of anomaly and partition_scan: rule types of which a check must have failed; empty: any */
  check_rule_types?: string[] | null
  /** Of anomaly: the least weight of an anomaly; null: any */
  weight_threshold?: number | null
  /** Of schedule: minute, hour, day of the month, month, day of the week */
  crontab?: string | null
  /** Of schedule: the IANA name of the time zone of the crontab; default UTC */
  timezone?: string | null
  /** Of anomaly: of how many anomalies of one container scan it is told one by one; the rest are one message. Default 50 */
  burst_limit?: number | null
  /** Tags of the flow itself; null: none */
  tags?: string[] | null
  /** What it does; null parents come first; null: nothing */
  actions?: FlowActionInput[] | null
}

/** Whether a flow can be set off */
export interface FlowDeactivation {
  /** True: nothing sets it off any more */
  deactivated: boolean
}

/** How far the delivery of a notification is */
export interface FlowDelivery {
  /** The channel */
  type: string
  /** What the receiver can tell repetitions by */
  delivery_id: string
  /** How often it was tried */
  attempts: number
  /** When it is tried again; null: it has ended */
  next_try: string | null
}

/** What set off an execution: the trigger of its flow, or operation_start, of which lineage alone is told */
export type FlowEvent = "operation" | "anomaly" | "partition_scan" | "anomaly_status" | "schedule" | "manual" | "operation_start"

/** One time that a flow was set off */
export interface FlowExecution {
  /** Unique among its kind */
  id: number
  /** The flow */
  flow: IdAndName
  /** What set it off; operation_start: the start of a run, of which lineage is told */
  trigger_type: FlowEvent
  /** The run, the anomaly, the container scan or the change of status that set it off, by its trigger; null: a time or a person did */
  trigger_id: number | null
  /** The datastore that it is about; null: none */
  datastore_id: number | null
  /** How many anomalies it is about */
  anomaly_count: number
  /** Who started it by hand, or in whose name it acts */
  triggered_by: string
  /** When it began */
  start_time: string
  /** When it ended; null: it has not */
  end_time: string | null
  /** How it ended, or that it goes on */
  result: ExecutionResult
  /** What went wrong, for people; null: nothing did */
  message: string | null
  /** What became of each action */
  action_executions: FlowActionExecution[]
}

/** One page of a list */
export interface FlowExecutionPage {
  /** What is on this page, in the order of the list */
  items: FlowExecution[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A change of a flow, or a start by hand */
export interface FlowHistoryEntry {
  /** Unique among its kind */
  id: number
  /** When it was changed */
  created: string
  /** Who changed it, by the name of then */
  user_name: string
  /** What was done with it, in the words of the audit log */
  action: string
  /** What was changed; never a secret */
  details: Record<string, unknown>
}

/** One page of a list */
export interface FlowHistoryPage {
  /** What is on this page, in the order of the list */
  items: FlowHistoryEntry[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A new flow: one trigger, filters, and a tree of actions */
export interface FlowInput {
  /** Its name */
  name: string
  /** What sets it off */
  trigger_type: FlowTrigger
  /** For people; null: there is none */
  description?: string | null
  /** True: nothing sets it off; default false */
  deactivated?: boolean | null
  /** Datastores, by id; empty: every one */
  filter_datastores?: number[] | null
  /** Tags that the datastore (operation), the container (partition_scan) or the anomaly must all carry; empty: none is asked for */
  filter_tags?: string[] | null
  /** Of operation: types of runs; empty: every one */
  filter_operation_type?: OperationType[] | null
  /** Of operation: how the run ended; null: however */
  filter_operation_result?: FinishedResult | null
  /** Of anomaly_status: statuses that an anomaly gets; empty: every one */
  filter_anomaly_status?: AnomalyStatus[] | null
  /** Of anomaly and partition_scan: rule types of which a check must have failed; empty: any */
  check_rule_types?: string[] | null
  /** Of anomaly: the least weight of an anomaly; null: any */
  weight_threshold?: number | null
  /** Of schedule: minute, hour, day of the month, month, day of the week */
  crontab?: string | null
  /** Of schedule: the IANA name of the time zone of the crontab; default UTC */
  timezone?: string | null
  /** Of anomaly: of how many anomalies of one container scan it is told one by one; the rest are one message. Default 50 */
  burst_limit?: number | null
  /** Tags of the flow itself; null: none */
  tags?: string[] | null
  /** What it does; null parents come first; null: nothing */
  actions?: FlowActionInput[] | null
}

/** One page of a list */
export interface FlowPage {
  /** What is on this page, in the order of the list */
  items: ListedFlow[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A message with its tokens filled in */
export interface FlowPreview {
  /** The message as the channel would get it */
  message: string
  /** True: nothing has happened yet that would set it off, and the values are made up */
  is_example: boolean
}

/** A message to look at before it is sent */
export interface FlowPreviewInput {
  /** What sets the flow off */
  trigger_type: FlowTrigger
  /** The channel; null or left out: In App */
  notification_type?: string | null
  /** The message, with tokens of the trigger in braces */
  tokenized_message: string
  /** What the flow is to be called */
  flow_name?: string | null
}

/** The run that an action has started */
export interface FlowRun {
  /** The run */
  id: number
  /** What it does */
  type: OperationType
  /** How it ended, or how far it is */
  result: OperationResult
}

/** A flow by its name */
export interface FlowStub {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** True: nothing sets it off */
  deactivated: boolean
  /** What sets it off */
  trigger_type: FlowTrigger
}

/** What sets off a flow: the end of a run, each anomaly, a container with anomalies, a change of status, a time, or a person */
export type FlowTrigger = "operation" | "anomaly" | "partition_scan" | "anomaly_status" | "schedule" | "manual"

/** The type of a join as clients may write it; full is outer */
export type GivenJoinType = "inner" | "left" | "right" | "outer" | "left_semi" | "left_anti" | "full"

/** Rows to be judged: as records, or as a file beside these members */
export interface GivenRowsInput {
  /** A name for the rows; default that of the file */
  name?: string | null
  /** A list of rows, each an object with the names of the fields, or its JSON text; a member that is left out is NULL */
  records?: string | unknown[] | null
  /** Of a workbook (XLSX): the name of the sheet; needed where it has several */
  sheet?: string | null
  /** Of a CSV file: its encoding, by a name of the Encoding Standard; default as the container is told, else found by looking */
  encoding?: string | null
}

/** Rows to be judged: as records, or as a file beside these members */
export interface GivenRowsInputFile {
  /** A name for the rows; default that of the file */
  name?: string
  /** A list of rows, each an object with the names of the fields, or its JSON text; a member that is left out is NULL */
  records?: string
  /** Of a workbook (XLSX): the name of the sheet; needed where it has several */
  sheet?: string
  /** Of a CSV file: its encoding, by a name of the Encoding Standard; default as the container is told, else found by looking */
  encoding?: string
  /** The file */
  file: string
}

/** A word that things carry, and what it adds to their weight */
export interface GlobalTag {
  /** Tags are global */
  type: "global"
  /** Its name, unique */
  name: string
  /** As #RRGGBB; null: none */
  color: string | null
  /** What it means; null: nobody said */
  description: string | null
  /** What it is sorted under; null: nothing */
  category: string | null
  /** What it adds to the weight of what carries it */
  weight_modifier: number
}

/** A change of a global tag; its name stays */
export interface GlobalTagChange {
  /** The name that it has; another one is refused */
  name?: string
  /** As #RRGGBB */
  color?: string | null
  /** What it means */
  description?: string | null
  /** What it is sorted under */
  category?: string | null
  /** What it adds to the weight of what carries it; default 0 */
  weight_modifier?: number | null
}

/** A new tag */
export interface GlobalTagInput {
  /** Tags are global */
  type?: TagType
  /** Not blank, nor dots alone; without / \ ? # and %, which mean something in an address */
  name: string
  /** As #RRGGBB */
  color?: string | null
  /** What it means */
  description?: string | null
  /** What it is sorted under */
  category?: string | null
  /** What it adds to the weight of what carries it; default 0 */
  weight_modifier?: number | null
}

/** One page of a list */
export interface GlobalTagPage {
  /** What is on this page, in the order of the list */
  items: GlobalTag[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** The lengths of the periods that insights are counted by; weeks begin on Monday */
export type Grouping = "day" | "week" | "month"

/** The buckets in two lists */
export interface Histogram {
  /** The values, the most frequent first */
  labels: (string | null)[]
  /** The number of rows of each */
  data: number[]
}

/** A value with the number of its rows */
export interface HistogramBucket {
  /** The value as text; null: all values that have no bucket of their own */
  value: string | null
  /** Rows with the value */
  count: number
  /** Their share of the rows with a value, 0 to 1 */
  ratio: number
}

/** Something beside which its name is enough */
export interface IdAndName {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
}

/** A change of one of several anomalies */
export interface IdentifiedAnomalyChange {
  /** An open status; of an archived anomaly it restores it. Archiving is DELETE */
  status?: OpenAnomalyStatus
  /** A note; null clears it */
  description?: string | null
  /** Names of global tags; they replace all that it has; null: none */
  tags?: string[] | null
  /** Users who look after it; they replace all that it has; null: nobody */
  assignee_ids?: number[] | null
  /** The anomaly to change */
  id: number
}

/** A change of one of several fields */
export interface IdentifiedFieldChange {
  /** Masked: its values are shown to nobody without the permission; active: they are shown. The others only as they are */
  status?: FieldStatus
  /** A note; null clears it */
  description?: string | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** The field to change */
  id: number
}

/** A change of one of several checks */
export interface IdentifiedQualityCheckChange {
  /** What the check demands, for people */
  description?: string
  /** Names of the fields that it judges, in the order that the rule means; null: none */
  fields?: (string | NamedField)[] | null
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** Active checks are evaluated by scans */
  status?: CheckStatus
  /** The user who owns the check */
  owner_id?: number | null
  /** The user whom its new anomalies are assigned to */
  default_anomaly_assignee_id?: number | null
  /** The template that it comes from; it cannot change */
  template_id?: number | null
  /** The same as it is; a check cannot move */
  container_id?: number
  /** The same as rule_type */
  rule?: string
  /** The same as it is; a check cannot become another rule */
  rule_type?: string
  /** The check to change */
  id: number
}

/** What is done with inactive anomalies */
export type InactiveAction = "archive" | "delete"

/** A message of the service to a user */
export interface InboxMessage {
  /** Unique among its kind */
  id: number
  /** What it says */
  message: string
  /** When it was made */
  created: string
  /** Whether the caller has marked it as read */
  read: boolean
  /** What it is about; null: nothing that is known, as of a test */
  about: InboxSubject | null
}

/** Marks a message as read by the caller, or as unread again */
export interface InboxMessageChange {
  /** True: read; false: unread again */
  read: boolean
}

/** One page of a list */
export interface InboxMessagePage {
  /** What is on this page, in the order of the list */
  items: InboxMessage[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a message is about, as far as it is still there */
export interface InboxSubject {
  /** The flow that told it; null: it was deleted */
  flow: IdAndName | null
  /** The datastore of what it tells; null: it is about none */
  datastore: IdAndName | null
  /** The run that it tells of, or in which that was found; null: none, or it was deleted */
  operation_id: number | null
  /** The scan of a container that it tells of; null: none, or it was deleted */
  container_scan_id: number | null
  /** The anomalies that it tells of, the first hundred */
  anomaly_ids: number[]
}

/** By what rows are recognised as new: a time of change, or a number that grows */
export type IncrementalType = "last-modified" | "batch-value"

/** How much is inferred, from nothing on */
export type InferenceEffort = "off" | "low" | "medium" | "high" | "xhigh" | "max"

/** A time that is counted as one */
export interface InsightPeriod {
  /** Its first day */
  start_date: string
  /** Its last day */
  end_date: string
}

/** How something went, period by period */
export interface InsightSeries {
  /** What is counted */
  measure: Measure
  /** Of runs the result, of anomalies the band of weight (1-5 holds those below 1 too), of verdicts the verdict; null: all */
  of: string | null
  /** A number for each period, in their order; null: there is none yet */
  values: (number | null)[]
  /** The list whose `total` each number is, once `{start_date}` and `{end_date}` are those of the period; null: no list counts it */
  query: string | null
}

/** How the work went, period by period, and how it stands now */
export interface Insights {
  /** The first day, in UTC */
  start_date: string
  /** The last day, in UTC */
  end_date: string
  /** The length of a period */
  group_by: Grouping
  /** The periods, the earliest first; the outer ones may be cut short */
  periods: InsightPeriod[]
  /** What is counted in each of them */
  series: InsightSeries[]
  /** How the Active checks stand now: passed, failed, unasserted, never, and beside these stale */
  checks: ChecksStanding[]
  /** The ten rules by which most anomalies of the whole time were found */
  top_rules: RuleFindings[]
  /** The ten containers in which most anomalies of the whole time were found */
  top_containers: ContainerFindings[]
}

/** Which rows a join shows: inner those that meet, left, right and outer also those that meet none, left_semi and left_anti those of the left side that meet some or none */
export type JoinType = "inner" | "left" | "right" | "outer" | "left_semi" | "left_anti"

/** A verdict */
export type JudgedResult = "passed" | "failed"

/** Where the key of a container comes from */
export type KeyOrigin = "primary_key" | "unique_key" | "set"

/** The scan of a container that began last */
export interface LastContainerScan {
  /** Unique among its kind */
  id: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** When it began; null: it has not */
  start_time: string | null
  /** How many rows it read */
  records_processed: number
}

/** The newest execution of a flow */
export interface LastExecution {
  /** The execution */
  id: number
  /** How it ended, or how far it is */
  result: ExecutionResult
  /** When it began */
  start_time: string
  /** When it ended; null: it has not */
  end_time: string | null
}

/** How a check stands: what the last scan that had it concluded, or that none had it; stale stands beside them */
export type LastResult = "passed" | "failed" | "unasserted" | "never" | "stale"

/** What the last scan that asserted a check concluded; none: no scan has asserted it yet */
export type LastVerdict = "passed" | "failed" | "none"

/** A datastore; of those that the caller may not read, only what it is */
export type ListedDatastore = Datastore | DatastoreStub

/** A flow with its newest execution */
export interface ListedFlow {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** True: nothing sets it off */
  deactivated: boolean
  /** What sets it off */
  trigger_type: FlowTrigger
  /** For people; null: there is none */
  description: string | null
  /** Datastores, by id; empty: every one */
  filter_datastores: number[]
  /** Tags that the datastore (operation), the container (partition_scan) or the anomaly must all carry; empty: none is asked for */
  filter_tags: string[]
  /** Of operation: types of runs; empty: every one */
  filter_operation_type: OperationType[]
  /** Of operation: how the run ended; null: however */
  filter_operation_result: FinishedResult | null
  /** Of anomaly_status: statuses that an anomaly gets; empty: every one */
  filter_anomaly_status: AnomalyStatus[]
  /** Of anomaly and partition_scan: rule types of which a check must have failed; empty: any */
  check_rule_types: string[]
  /** Of anomaly: the least weight of an anomaly; null: any */
  weight_threshold: number | null
  /** Of schedule: when it goes off; null for every other trigger */
  crontab: string | null
  /** The IANA name of the time zone of the crontab */
  timezone: string
  /** Of schedule: when it goes off next; null: never */
  next_run: string | null
  /** Of anomaly: of how many anomalies of one container scan it is told one by one */
  burst_limit: number
  /** Tags of the flow itself */
  global_tags: GlobalTag[]
  /** The user name of who saved it last, in whose name it acts */
  owner: string
  /** When it was made */
  created: string
  /** When it was changed last */
  last_updated: string
  /** When it was set off last; null: never */
  last_triggered: string | null
  /** What it does, parents before what follows them */
  actions: FlowAction[]
  /** The newest execution that the caller may see; null: there is none */
  last_execution: LastExecution | null
  /** How many executions of it the caller may see */
  execution_count: number
}

/** A run as lists show it, with the members of its type */
export interface ListedOperation {
  /** Of promotions: what kind of thing is promoted */
  promote_type?: PromotedType
  /** Of promotions: the datastore of the destination */
  destination_datastore_id?: number
  /** The datastore that it works on */
  datastore_id: number
  /** What is written */
  asset_type?: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** A name for the run */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** The container that is promoted from */
  container_id?: number
  /** The container that is promoted to */
  destination_container_id?: number
  /** Only these computed fields, by id; not beside computed_field_tags */
  computed_field_ids?: number[] | null
  /** Only computed fields with one of these tags; not beside computed_field_ids */
  computed_field_tags?: string[] | null
  /** Tags that the fields get at the destination beside their own */
  computed_field_additional_tags?: string[] | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
  /** Tags that the containers get at the destination beside their own */
  container_additional_tags?: string[] | null
  /** The computed files that are promoted, each once, with what they are to read */
  source_container_mappings?: ContainerMapping[]
  /** Only these checks, by id; not beside check_tags. Archived and Discarded ones are left out all the same */
  check_ids?: number[] | null
  /** Only checks with one of these tags; not beside check_ids */
  check_tags?: string[] | null
  /** Tags that the checks get at the destination beside their own */
  check_additional_tags?: string[] | null
  /** True: new checks are created as Draft; false: they are validated and created as Active. Default true */
  as_draft?: boolean | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
  /** Unique among its kind */
  id: number
  /** What it does */
  type: OperationType
  /** When it was asked for */
  created: string
  /** When it was last handed to the workers: at its creation, or when it was resumed */
  dispatched: string
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** How it ended, or how far it is */
  result: OperationResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** User name of who started it, or whose schedule did */
  triggered_by: string
  /** The datastore that it works on */
  datastore: IdAndName
  /** The schedule that started it; null: a person did, or it was deleted since */
  schedule: ScheduleStub | null
  /** The part of an execution of a flow that started it; null: no flow did */
  action_execution_id: number | null
  /** The flows that led to it, the first one first; it sets none of them off again */
  flow_triggering_path: number[]
  /** What it has done so far, in numbers by name */
  status: Record<string, number>
  /** Kept for clients that read it; always empty */
  tags: string[]
  /** Whether its log has lines */
  has_logs: boolean
  /** The containers that it touched, or is to touch; empty in lists that were asked not to name them */
  containers: RunContainer[]
  /** How many containers it touched, or is to touch; null: it was not asked for */
  container_count: number | null
  /** Of promotions: the datastore that is promoted to; null: it was deleted */
  destination_datastore?: IdAndName | null
  /** Of promotions: the container of the source; null: it was deleted, or whole datastores are promoted */
  container?: IdAndName | null
  /** Of promotions: the container that is promoted to; null: it was deleted, or whole datastores are promoted */
  destination_container?: IdAndName | null
}

/** How serious a line in a log is */
export type LogLevel = "info" | "warning" | "error"

/** What the machine of the service is known to its cloud by */
export type MachineCredentials = "profile" | "web_identity" | "container" | "instance"

/** What became of an inbox that was marked as a whole */
export interface MarkedMessages {
  /** How many messages were marked otherwise before */
  changed: number
}

/** What has masked values that can be looked at */
export type MaskedResource = "container" | "anomaly" | "field_profile"

/** How masked values are looked at */
export type MaskingAction = "unmask_field_values"

/** A look at masked values. Of a container it stands for the whole container scan that the endpoint names */
export interface MaskingEntry {
  /** Unique among its kind */
  id: number
  /** When it was looked at */
  created: string
  /** Who looked */
  user_id: number
  /** Who looked */
  user: Person
  action: AuditAction
  /** What kind of thing was looked at */
  resource_type: AuditResource
  /** The id of what was looked at */
  resource_id: number
  /** The masked fields whose values were shown */
  masked_field_names: string[]
  /** Method and path; null without a request */
  endpoint: string | null
  /** Where the request came from; null without a request */
  ip_address: string | null
}

/** One page of a list */
export interface MaskingEntryPage {
  /** What is on this page, in the order of the list */
  items: MaskingEntry[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A run of materialize, and what it is told */
export interface MaterializeRun {
  /** What to run */
  type: "materialize"
  /** The datastore to work on */
  datastore_id: number
  /** A name for the run */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
}

/** A schedule of the runs of materialize */
export interface MaterializeSchedule {
  /** What it starts */
  type: "materialize"
  /** The datastore to work on */
  datastore_id: number
  /** Its name; null: none */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
}

/** What insights count */
export type Measure = "runs" | "containers_scanned" | "records_scanned" | "anomalies_opened" | "anomalies_archived" | "anomalies_open" | "verdicts" | "score"

/** A metric that moved between two profiles */
export interface MetricDifference {
  /** Its name; the share of one value is histogram_buckets and the value in brackets */
  metric: string
  /** The figure of the left profile; null: it has none */
  left: number | string | boolean | null
  /** The figure of the right profile; null: it has none */
  right: number | string | boolean | null
  /** By how much the right one is above the left one; null: no numbers */
  difference: number | null
  /** That as a share of the size of the left one; null: that is 0 or none */
  ratio: number | null
}

/** A field by its name */
export interface NamedField {
  /** The name of the field */
  name: string
}

/** A team by its name */
export interface NamedTeam {
  /** The name of the team */
  name: string
}

/** A computed field to be made */
export interface NewComputedField {
  /** The container that it becomes a field of */
  container_id: number
  /** Its name, unlike that of any other field of its container */
  name: string
  transformation: TransformationName
  /** The field that it is computed from; empty or null where an expression names them */
  source_fields?: string[] | null
  /** The settings of its transformation */
  properties?: TransformationProperties | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
}

/** The same with the connection that they are behind */
export interface NewPlacesToOnboard {
  /** The connection that they are behind */
  connection?: ConnectionInput | null
  /** The database on the server, where the type has several */
  database?: string | null
  /** Schemas of the database; where a database has none, databases */
  schemas?: string[] | null
  /** Folders, in the place of schemas */
  root_paths?: string[] | null
  /** How each datastore is called, with {{schema}} where the name of its schema goes; default: the name of the connection, _ and the schema */
  name_template?: string | null
  /** A note; null clears it */
  description?: string | null
  /** Names of the teams that may use it; they replace all that it has, and null leaves them */
  teams?: (string | NamedTeam)[] | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** True: the first sync of each is started; default false */
  trigger_sync?: boolean | null
  /** An older name of trigger_sync */
  trigger_catalog?: boolean | null
  /** The datastore that results are written into; null: none */
  enrichment_datastore_id?: number | null
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit?: number | null
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy?: RemediationStrategy | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold?: number | null
}

/** The same with the connection that they are behind */
export interface NewPlacesToTry {
  /** The connection that they are behind */
  connection?: ConnectionInput | null
  /** The database on the server, where the type has several */
  database?: string | null
  /** Schemas of the database; where a database has none, databases */
  schemas?: string[] | null
  /** Folders, in the place of schemas */
  root_paths?: string[] | null
}

/** A token with what authenticates, which is told only now */
export interface NewToken {
  /** Unique among its kind */
  id: number
  /** A name by which to know it again */
  name: string
  /** When it was made */
  created: string
  /** False: it is revoked */
  active: boolean
  /** When it expires; null: never */
  expiration: string | null
  /** When it was used last; null: never */
  last_used: string | null
  /** Whom it is for */
  user: UserStub
  /** What authenticates; it is told only now */
  bearer_token: string
}

/** A notification to try out */
export interface NotificationInput {
  /** The channel that sends it */
  type: ChannelType
  /** The message, with tokens in braces */
  tokenized_message: string
  /** What the channel must be told */
  parameters?: Record<string, unknown> | null
}

/** A channel, and what it must be told */
export interface NotificationSpecification {
  /** What to call the channel */
  display_name: string
  /** The name by which notifications name the channel */
  type: string
  /** What the channel must be told */
  properties: SpecificationProperty[]
}

/** How an attempt to notify ended; a target that refuses is an answer too */
export interface NotificationTest {
  /** Whether the target took it */
  success: boolean
  /** What the target said */
  message: string
}

/** What a message may say, by what sets it off */
export interface NotificationTokens {
  /** What sets off the message */
  trigger_type: string
  /** What may stand in the message, with its braces */
  valid_message_tokens: string[]
  /** The message when none is written */
  default_message: string
}

/** One page of a list */
export interface ObservabilityPage {
  /** What is on this page, in the order of the list */
  items: ObservedContainer[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How a container changed, what watches that, and what was found */
export interface ObservedContainer {
  /** The container that was measured */
  container: ContainerStub
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** What was measured in the time that was asked for, newest first, at most 500 */
  measurements: ContainerMeasurement[]
  /** Its Active checks of the rule types volumetric, freshness and metric */
  checks: WatchingCheck[]
  /** Open anomalies that these checks found */
  anomaly_count: number
}

/** What became of making datastores of several places */
export interface OnboardedPlaces {
  /** Ids of the datastores that were made, in the order asked for */
  created: number[]
  /** Those of which none was made */
  errors: PlaceRefusal[]
}

/** Statuses of what is still to be dealt with */
export type OpenAnomalyStatus = "Active" | "Acknowledged"

/** Statuses of checks that are not put away */
export type OpenCheckStatus = "Active" | "Draft"

/** A run with the members of its type, and for scans what was found in each container */
export interface Operation {
  /** Of promotions: what kind of thing is promoted */
  promote_type?: PromotedType
  /** Of promotions: the datastore of the destination */
  destination_datastore_id?: number
  /** The datastore that it works on */
  datastore_id: number
  /** What is written */
  asset_type?: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** A name for the run */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** The container that is promoted from */
  container_id?: number
  /** The container that is promoted to */
  destination_container_id?: number
  /** Only these computed fields, by id; not beside computed_field_tags */
  computed_field_ids?: number[] | null
  /** Only computed fields with one of these tags; not beside computed_field_ids */
  computed_field_tags?: string[] | null
  /** Tags that the fields get at the destination beside their own */
  computed_field_additional_tags?: string[] | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
  /** Tags that the containers get at the destination beside their own */
  container_additional_tags?: string[] | null
  /** The computed files that are promoted, each once, with what they are to read */
  source_container_mappings?: ContainerMapping[]
  /** Only these checks, by id; not beside check_tags. Archived and Discarded ones are left out all the same */
  check_ids?: number[] | null
  /** Only checks with one of these tags; not beside check_ids */
  check_tags?: string[] | null
  /** Tags that the checks get at the destination beside their own */
  check_additional_tags?: string[] | null
  /** True: new checks are created as Draft; false: they are validated and created as Active. Default true */
  as_draft?: boolean | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
  /** Unique among its kind */
  id: number
  /** What it does */
  type: OperationType
  /** When it was asked for */
  created: string
  /** When it was last handed to the workers: at its creation, or when it was resumed */
  dispatched: string
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** How it ended, or how far it is */
  result: OperationResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** User name of who started it, or whose schedule did */
  triggered_by: string
  datastore: OperationDatastore
  /** The schedule that started it; null: a person did, or it was deleted since */
  schedule: ScheduleStub | null
  /** The part of an execution of a flow that started it; null: no flow did */
  action_execution_id: number | null
  /** The flows that led to it, the first one first; it sets none of them off again */
  flow_triggering_path: number[]
  /** What it has done so far, in numbers by name */
  status: Record<string, number>
  /** Kept for clients that read it; always empty */
  tags: string[]
  /** Whether its log has lines */
  has_logs: boolean
  /** The containers that it touched, or is to touch; empty in lists that were asked not to name them */
  containers: RunContainer[]
  /** Of scans: what was found in each container */
  container_scans?: OperationContainerScan[]
  /** What the caller may do with it as it is now; only where it is read by itself and `include` asks for it. Something else may still speak against an act */
  available?: RunAct[]
  /** Of an aborted run: what was under way at the abort, and whether it has stopped; null: nothing was */
  aborted_work: AbortedWork | null
  /** Of profiles: what was measured in each container */
  container_profiles?: ContainerProfile[]
  /** Of promotions: the datastore that is promoted to; null: it was deleted */
  destination_datastore?: IdAndName | null
  /** Of promotions: the container of the source; null: it was deleted, or whole datastores are promoted */
  container?: IdAndName | null
  /** Of promotions: the container that is promoted to; null: it was deleted, or whole datastores are promoted */
  destination_container?: IdAndName | null
  /** Of promotions: what became of each thing, in the order in which they were taken */
  results?: PromotedEntity[]
}

/** What a run did with one container */
export interface OperationContainer {
  /** Unique among its kind */
  id: number
  /** The run */
  operation_id: number
  /** When it was made */
  created: string
  /** What was touched */
  container: ContainerStub
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** How many rows were read */
  records_processed: number
  /** How many anomalies were found */
  anomaly_count: number
  /** Of those that it found, as they are now */
  open_anomaly_count: number
  /** Of those that it found, how many are archived now */
  archived_anomaly_count: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  partitions: PartitionCounts
  /** Its partitions by name, at most 1,000, where `partitions=all` asked for them */
  partition_list?: PartitionProgress[]
}

/** One page of a list */
export interface OperationContainerPage {
  /** What is on this page, in the order of the list */
  items: (OperationContainer | PromotedEntity)[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a scan found in one container */
export interface OperationContainerScan {
  /** Unique among its kind */
  id: number
  /** When it was made */
  created: string
  /** The container that was scanned */
  container: RunContainer
  /** When it began; null: it waits */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** How many rows were read */
  records_processed: number
  /** How many anomalies were found */
  anomaly_count: number
  /** Of those that it found, as they are now */
  open_anomaly_count: number
  /** Of those that it found, how many are archived now */
  archived_anomaly_count: number
  /** How many anomalies were resolved since their checks pass now */
  auto_resolved_anomaly_count: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
}

/** The datastore that a run works on */
export interface OperationDatastore {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** Whether it holds tables or files; null: the type is not known here any more */
  store_type: StoreType | null
  /** The kind of its source, such as postgresql */
  type: string
  /** True: it only receives results, and is not scanned */
  enrichment_only: boolean
  /** With what the names of tables begin that results are written to */
  enrichment_prefix: string
  /** Whether it is a favourite of the caller */
  favorite: boolean
}

/** By what runs are counted */
export type OperationFacet = "result" | "operation_type" | "datastore" | "triggered_by"

/** A line in the log of a run */
export interface OperationLog {
  /** Unique among its kind */
  id: number
  /** When it was written */
  created: string
  /** How serious it is */
  level: LogLevel
  /** What happened, and what to do */
  message: string
  /** The container that it is about; null: the whole run */
  container_id: number | null
}

/** One page of a list */
export interface OperationLogPage {
  /** What is on this page, in the order of the list */
  items: OperationLog[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** One page of a list */
export interface OperationPage {
  /** What is on this page, in the order of the list */
  items: ListedOperation[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How a run ended, or how far it is; partial and warning are for exports only */
export type OperationResult = "queued" | "running" | "success" | "partial" | "warning" | "failure" | "aborted"

/** What to run, told apart by its type */
export type OperationRun = ExportRun | MaterializeRun | ProfileRun | PromoteComputedFieldRun | PromoteComputedFileRun | PromoteComputedTableRun | PromoteQualityCheckRun | ScanRun | SyncRun

/** A run where only its end matters */
export interface OperationStub {
  /** The run */
  id: number
  /** What it does */
  type: OperationType
  /** How it ended, or how far it is */
  result: OperationResult
  /** When it was made */
  created: string
  /** When it ended; null: it has not */
  end_time: string | null
}

/** What a run does */
export type OperationType = "sync" | "profile" | "scan" | "external_scan" | "export" | "materialize" | "promote"

/** The token by which the caller is known */
export interface OwnToken {
  /** Unique among its kind */
  id: number
  /** A name by which to know it again */
  name: string
  /** When it expires; null: never */
  expiration: string | null
}

/** The partitions of a container in a run, by how far each is */
export interface PartitionCounts {
  /** All that the run reads; 0 until it has looked into the container, and where it reads none */
  total: number
  /** Not begun */
  waiting: number
  /** Being read now */
  running: number
  /** Read, or taken over from an earlier run because nothing changed */
  done: number
  /** Could not be read */
  failed: number
  /** Aborted while they were read, and their worker has not said yet that it left the source */
  stopping: number
  /** Aborted, and nothing is done in the source for them any more */
  stopped: number
}

/** How the partitions of a container are told */
export type PartitionForm = "all" | "count"

/** The part of the container */
export interface PartitionName {
  /** The file, the range or the table; null: it is gone */
  name: string | null
}

/** How far a run is with one partition */
export interface PartitionProgress {
  /** A file, or a range of the partition field */
  name: string
  /** How far it is */
  state: PartitionState
  /** When its reading began; null: that is not recorded before its end */
  start_time: string | null
  /** When it ended; null: it has not */
  end_time: string | null
  /** How many rows were read; null: not known yet */
  records_processed: number | null
}

/** What one container scan did with one part */
export interface PartitionScan {
  /** Unique among its kind */
  id: number
  partition: PartitionStub
  /** When it began */
  start_time: string
  /** When it ended; null: it has not */
  end_time: string | null
  /** How many rows were read */
  records_processed: number
  /** How many anomalies were found */
  anomaly_count: number
  /** Of those that it found, how many are open now */
  open_anomaly_count: number
  /** Of those that it found, how many are archived now */
  archived_anomaly_count: number
  /** How it ended, or how far it is */
  result: ScanResult
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** The run that read it last: its bytes and checks are the same since, and what that run found was kept; null: it was read */
  unchanged_since: number | null
}

/** Where something was found */
export interface PartitionScanStub {
  /** Unique among its kind */
  id: number
  partition: PartitionName
}

/** How far the reading of a partition is */
export type PartitionState = "waiting" | "running" | "done" | "failed" | "stopping" | "stopped"

/** A part of a container */
export interface PartitionStub {
  /** The partition; null: it is not in the catalogue any more, or stood for all files of a container before each had a scan */
  id: number | null
  /** The file, the range or the table */
  name: string
}

/** What one container scan concluded of a check, and why */
export interface PastResult {
  /** The scan of the container that judged the check */
  container_scan_id: number
  /** What it concluded of the check */
  assertion_result: AssertionResult
  /** The version of the check that it judged; null: it is not known */
  version: number | null
  /** The run that the scan is a part of */
  operation_id: number
  /** When the scan began; null: it has not */
  start_time: string | null
  /** Why there is no verdict, or what it rests on where rows were not read; null: there is nothing to say */
  assertion_details: string | null
  /** How many rows it judged; null: rows are not what the check judges, or none could be */
  asserted_records: number | null
  /** How many of them failed; null: rows are not what the check judges, or none could be */
  anomalous_records: number | null
  /** What the scan measured for the check; null: the rule measures nothing, or the field is masked */
  measurement: number | null
}

/** One page of a list */
export interface PastResultPage {
  /** What is on this page, in the order of the list */
  items: PastResult[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What somebody may do with one datastore, and by which teams */
export interface PermissionOfUser {
  /** Where */
  datastore: IdAndName
  /** The highest of them, which counts */
  permission: TeamPermission
  /** True: an Admin has it without any team */
  by_role: boolean
  /** The teams of the user that have the datastore, by name */
  teams: TeamStub[]
}

/** One page of a list */
export interface PermissionOfUserPage {
  /** What is on this page, in the order of the list */
  items: PermissionOfUser[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** Somebody beside what they did or look after */
export interface Person {
  /** Unique among its kind */
  id: number
  /** The same number as the id */
  user_id: number
  /** The name to sign in with, unique */
  user_name: string
  /** How to call them; null: by the user name */
  name: string | null
  /** Address for mail; null: none is known */
  email: string | null
}

/** A database or schema of a server */
export interface Place {
  /** Its name in the source */
  name: string
  /** The datastores of this connection that are made of it or of a part of it */
  existing_datastores: IdAndName[]
}

/** A schema or folder of which no datastore was made */
export interface PlaceRefusal {
  /** The schema, database or folder as it was given */
  schema_name: string
  /** Why no datastore was made of it */
  error: string
}

/** Whether a datastore could be made of a schema or folder */
export interface PlaceTrial {
  /** The schema, database or folder as it was given */
  schema_name: string
  /** Whether the source lets it be read */
  status: PlaceTrialOutcome
  /** Why it does not; absent when it does */
  message?: string
}

/** Whether the source lets a place be read */
export type PlaceTrialOutcome = "success" | "failure"

/** Whether datastores could be made of several places */
export interface PlaceTrials {
  /** In the order asked for */
  results: PlaceTrial[]
}

/** Several places of a connection, and the settings of their datastores */
export interface PlacesToOnboard {
  /** The database on the server, where the type has several */
  database?: string | null
  /** Schemas of the database; where a database has none, databases */
  schemas?: string[] | null
  /** Folders, in the place of schemas */
  root_paths?: string[] | null
  /** How each datastore is called, with {{schema}} where the name of its schema goes; default: the name of the connection, _ and the schema */
  name_template?: string | null
  /** A note; null clears it */
  description?: string | null
  /** Names of the teams that may use it; they replace all that it has, and null leaves them */
  teams?: (string | NamedTeam)[] | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** True: the first sync of each is started; default false */
  trigger_sync?: boolean | null
  /** An older name of trigger_sync */
  trigger_catalog?: boolean | null
  /** The datastore that results are written into; null: none */
  enrichment_datastore_id?: number | null
  /** How many failing rows an anomaly keeps at most */
  enrichment_source_record_limit?: number | null
  /** What scans do with failing rows in the enrichment datastore, unless they are told otherwise */
  enrichment_remediation_strategy?: RemediationStrategy | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them */
  high_count_rollup_threshold?: number | null
}

/** Several places of a connection */
export interface PlacesToTry {
  /** The database on the server, where the type has several */
  database?: string | null
  /** Schemas of the database; where a database has none, databases */
  schemas?: string[] | null
  /** Folders, in the place of schemas */
  root_paths?: string[] | null
}

/** Some rows of a container */
export interface Preview {
  /** The fields of the rows, in the order of the source */
  fields: SourceRecordField[]
  /** The rows; fewer than asked for where there are no more, or where they hold very long values */
  items: PreviewedRow[]
}

/** A row as the source has it now */
export interface PreviewedRow {
  /** The values of the row by the names of its fields */
  record: Record<string, unknown>
}

/** A run of profile, and what it is told */
export interface ProfileRun {
  /** What to run */
  type: "profile"
  /** The datastore to work on */
  datastore_id: number
  /** A name for the run */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
}

/** A schedule of the runs of profile */
export interface ProfileSchedule {
  /** What it starts */
  type: "profile"
  /** The datastore to work on */
  datastore_id: number
  /** Its name; null: none */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
}

/** A run of promote_computed_field, and what it is told */
export interface PromoteComputedFieldRun {
  /** What to run */
  type: "promote_computed_field"
  /** The datastore to work on */
  datastore_id: number
  /** The container that is promoted from */
  container_id: number
  /** The container that is promoted to */
  destination_container_id: number
  /** Only these computed fields, by id; not beside computed_field_tags */
  computed_field_ids?: number[] | null
  /** Only computed fields with one of these tags; not beside computed_field_ids */
  computed_field_tags?: string[] | null
  /** Tags that the fields get at the destination beside their own */
  computed_field_additional_tags?: string[] | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
}

/** A run of promote_computed_file, and what it is told */
export interface PromoteComputedFileRun {
  /** What to run */
  type: "promote_computed_file"
  /** The datastore to work on */
  datastore_id: number
  /** Of promotions: the datastore of the destination */
  destination_datastore_id: number
  /** Tags that the containers get at the destination beside their own */
  container_additional_tags?: string[] | null
  /** The computed files that are promoted, each once, with what they are to read */
  source_container_mappings: ContainerMapping[]
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
}

/** A run of promote_computed_table, and what it is told */
export interface PromoteComputedTableRun {
  /** What to run */
  type: "promote_computed_table"
  /** The datastore to work on */
  datastore_id: number
  /** Of promotions: the datastore of the destination */
  destination_datastore_id: number
  /** Tags that the containers get at the destination beside their own */
  container_additional_tags?: string[] | null
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
}

/** A run of promote_quality_check, and what it is told */
export interface PromoteQualityCheckRun {
  /** What to run */
  type: "promote_quality_check"
  /** The datastore to work on */
  datastore_id: number
  /** The container that is promoted from */
  container_id: number
  /** The container that is promoted to */
  destination_container_id: number
  /** Only these checks, by id; not beside check_tags. Archived and Discarded ones are left out all the same */
  check_ids?: number[] | null
  /** Only checks with one of these tags; not beside check_ids */
  check_tags?: string[] | null
  /** Tags that the checks get at the destination beside their own */
  check_additional_tags?: string[] | null
  /** True: new checks are created as Draft; false: they are validated and created as Active. Default true */
  as_draft?: boolean | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
}

/** What became of a thing that was promoted; skipped: it is the same at the destination */
export type PromoteResult = "created" | "updated" | "skipped" | "failed"

/** A change of one member */
export interface PromotedChange {
  /** Which member of it */
  member: string
  /** What it was */
  from: unknown
  /** What it became, or is to become */
  to: unknown
}

/** A check of a promotion, as it is now */
export interface PromotedCheck {
  /** Unique among its kind */
  id: number
  /** What it demands, for people */
  description: string
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** Its status of now */
  status: CheckStatus
}

/** What became of one thing in a promotion */
export interface PromotedEntity {
  /** What was promoted */
  source_entity_id: number
  /** The same as it is now; null: it was deleted */
  source_entity: PromotedCheck | PromotedField | ContainerStub | null
  /** What kind of thing it is */
  entity_type: PromotedType
  /** What became of it; skipped: it is the same there */
  result: PromoteResult
  /** What stands for it at the destination; null: nothing */
  destination_entity_id: number | null
  /** The same as it is now; null: nothing, or it was deleted */
  destination_entity: PromotedCheck | PromotedField | ContainerStub | null
  /** A sentence for people; null: there is nothing to say */
  message: string | null
  /** What an update changed, or would change, member by member */
  changes: PromotedChange[]
}

/** One page of a list */
export interface PromotedEntityPage {
  /** What is on this page, in the order of the list */
  items: PromotedEntity[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A computed field of a promotion, as it is now */
export interface PromotedField {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  transformation: TransformationName
}

/** What kinds of things are promoted */
export type PromotedType = "quality_check" | "computed_field" | "computed_table" | "computed_file"

/** What a property of a rule asks for */
export type PropertyKind = "boolean" | "number" | "integer" | "text" | "choice" | "list" | "object" | "field" | "fields" | "container" | "datastore" | "sql" | "regular_expression"

/** A demand on a container, with what the last scans made of it */
export interface QualityCheck {
  /** Unique among its kind */
  id: number
  /** What the caller may do with it as it is now; only where it is read by itself and `include` asks for it. Something else may still speak against an act */
  available?: CheckAct[]
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** What it demands, for people */
  description: string
  /** The container that it judges */
  container: ContainerStub
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** The fields that it judges, in the order that the rule means */
  fields: CheckedField[]
  /** Share of the judged rows that must pass, 0 to 1 */
  coverage: number
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter: string | null
  /** What the rule was told, by its type */
  properties: Record<string, unknown>
  status: CheckStatus
  /** True: the service proposed it */
  inferred: boolean
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field: string | null
  /** The tags that it carries */
  global_tags: GlobalTag[]
  /** The tags of what it is in or about, which count as its own for its weight */
  inherited_tags: GlobalTag[]
  /** Who owns it; null: nobody */
  owner: Person | null
  /** Whom its new anomalies are assigned to; null: nobody */
  default_anomaly_assignee: Person | null
  /** How much it counts in the weight of its anomalies */
  weight: number
  /** How many anomalies it found, archived ones included */
  anomaly_count: number
  /** How many of them are open */
  active_anomaly_count: number
  /** How many scans of its container judged it */
  num_container_scans: number
  /** What the last 100 scans measured, newest first; of checks that compare scans */
  measurements: CheckMeasurement[]
  /** The verdicts of the last 30 scans of its container that had it, the last one first; only in lists with `include=recent_results` */
  recent_results?: RecentResult[]
  /** When a scan last reached a verdict; null: never */
  last_asserted: string | null
  /** Null: never asserted */
  is_passing: boolean | null
  /** The template that it comes from; null: none */
  template_id: number | null
  /** True: it follows its template in all that it tests; null: it comes from none */
  template_locked: boolean | null
  /** When it was made */
  created: string
  /** User name of who made it */
  created_by: string
  /** When it was changed last */
  last_updated: string
  /** User name of who changed it last */
  last_editor: string
  /** When it was archived; null: it is not */
  deleted_at: string | null
}

/** A change of a check. Members that are left out stay */
export interface QualityCheckChange {
  /** What the check demands, for people */
  description?: string
  /** Names of the fields that it judges, in the order that the rule means; null: none */
  fields?: (string | NamedField)[] | null
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** Active checks are evaluated by scans */
  status?: CheckStatus
  /** The user who owns the check */
  owner_id?: number | null
  /** The user whom its new anomalies are assigned to */
  default_anomaly_assignee_id?: number | null
  /** The template that it comes from; it cannot change */
  template_id?: number | null
  /** The same as it is; a check cannot move */
  container_id?: number
  rule?: RuleType
  rule_type?: RuleType
}

/** A new check; rule and rule_type mean the same, and one of them is needed */
export interface QualityCheckInput {
  /** What the check demands, for people */
  description: string
  /** Names of the fields that it judges, in the order that the rule means; null: none */
  fields?: (string | NamedField)[] | null
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** Default Active */
  status?: OpenCheckStatus | null
  /** The user who owns the check */
  owner_id?: number | null
  /** The user whom its new anomalies are assigned to */
  default_anomaly_assignee_id?: number | null
  /** The template that it comes from; it cannot change */
  template_id?: number | null
  /** The container that it judges */
  container_id: number
  rule?: RuleType
  rule_type?: RuleType
}

/** One page of a list */
export interface QualityCheckPage {
  /** What is on this page, in the order of the list */
  items: (QualityCheck | CheckTemplate)[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How one of several checks is put away */
export interface QualityCheckRemoval {
  /** Default true */
  archive?: boolean
  /** Under which status it is archived; default Archived */
  status?: ArchivedCheckStatus
  /** Delete the anomalies that no other check found; default true */
  delete_anomalies?: boolean
  /** The check to put away */
  id: number
}

/** What is told of a check in the list of all */
export interface QualityCheckStub {
  /** Unique among its kind */
  id: number
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** What it demands, for people */
  description: string
  status: CheckStatus
  /** The container that it judges */
  container: ContainerStub
  /** Names of the fields that it judges */
  fields: string[]
}

/** A check as it stood at some time; what it found since is counted all the same */
export interface QualityCheckVersion {
  /** Unique among its kind */
  id: number
  /** What the caller may do with it as it is now; only where it is read by itself and `include` asks for it. Something else may still speak against an act */
  available?: CheckAct[]
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** What it demands, for people */
  description: string
  /** The container that it judges */
  container: ContainerStub
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** The fields that it judges, in the order that the rule means */
  fields: CheckedField[]
  /** Share of the judged rows that must pass, 0 to 1 */
  coverage: number
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter: string | null
  /** What the rule was told, by its type */
  properties: Record<string, unknown>
  status: CheckStatus
  /** True: the service proposed it */
  inferred: boolean
  /** Pairs of your own, kept as they come */
  additional_metadata: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field: string | null
  /** The tags that it carries */
  global_tags: GlobalTag[]
  /** The tags of what it is in or about, which count as its own for its weight */
  inherited_tags: GlobalTag[]
  /** Who owns it; null: nobody */
  owner: Person | null
  /** Whom its new anomalies are assigned to; null: nobody */
  default_anomaly_assignee: Person | null
  /** How much it counts in the weight of its anomalies */
  weight: number
  /** How many anomalies it found, archived ones included */
  anomaly_count: number
  /** How many of them are open */
  active_anomaly_count: number
  /** How many scans of its container judged it */
  num_container_scans: number
  /** What the last 100 scans measured, newest first; of checks that compare scans */
  measurements: CheckMeasurement[]
  /** The verdicts of the last 30 scans of its container that had it, the last one first; only in lists with `include=recent_results` */
  recent_results?: RecentResult[]
  /** When a scan last reached a verdict; null: never */
  last_asserted: string | null
  /** Null: never asserted */
  is_passing: boolean | null
  /** The template that it comes from; null: none */
  template_id: number | null
  /** True: it follows its template in all that it tests; null: it comes from none */
  template_locked: boolean | null
  /** When it was made */
  created: string
  /** User name of who made it */
  created_by: string
  /** When it was changed last */
  last_updated: string
  /** User name of who changed it last */
  last_editor: string
  /** When it was archived; null: it is not */
  deleted_at: string | null
  version: CheckVersionSpan
}

/** One page of a list */
export interface QualityCheckVersionPage {
  /** What is on this page, in the order of the list */
  items: QualityCheckVersion[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** How good data is, as a whole and by dimensions */
export interface QualityScore {
  /** All dimensions as one figure, 0 to 100 */
  total: number
  /** Values that are there, on the average of the profiles in the period; null: not known yet */
  completeness: number | null
  /** How many Active checks watch the fields; null: not known yet */
  coverage: number | null
  /** Rows whose form is as demanded; null: not known yet */
  conformity: number | null
  /** How little the figures of the newest profile differ from those of earlier ones; null: not known yet */
  consistency: number | null
  /** Rows whose values lie where they are demanded to; null: not known yet */
  precision: number | null
  /** Whether data comes in time; each open anomaly takes two fifths; null: not known yet */
  timeliness: number | null
  /** Whether as much comes as is expected; each open anomaly takes two fifths; null: not known yet */
  volumetrics: number | null
  /** Rows that fail no check at all; null: not known yet */
  accuracy: number | null
}

/** One page of a list */
export interface QualityScorePage {
  /** What is on this page, in the order of the list */
  items: DatedQualityScore[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** The value at a rank */
export interface Quantile {
  /** The share of the values that are not above it, 0 to 1 */
  rank: number
  /** The value there */
  value: number
}

/** Values at ranks of the sorted numbers */
export interface QuantileSketch {
  parameters: QuantileSketchParameters
  /** In ascending order */
  buckets: Quantile[]
}

/** How exact the ranks are */
export interface QuantileSketchParameters {
  /** By how much a rank may be wrong, 0 to 1; 0: exact */
  rank_error: number
}

/** What one container scan concluded of a check */
export interface RecentResult {
  /** The scan of the container that judged the check */
  container_scan_id: number
  /** What it concluded of the check */
  assertion_result: AssertionResult
  /** The version of the check that it judged; null: it is not known */
  version: number | null
}

/** An anomaly that could not be changed */
export interface RefusedAnomaly {
  /** The anomaly */
  id: number
  /** Why it stays as it is, for people */
  reason: string
}

/** A check that could not be changed */
export interface RefusedCheck {
  /** The check */
  id: number
  /** Why it stays as it is, for people */
  reason: string
}

/** Why one member of the request was refused */
export interface RefusedMember {
  /** Where it is: the part of the request, then names and positions */
  loc: (string | number)[]
  /** What is wrong with it, and what to do */
  msg: string
  /** Which rule of validation it breaks */
  type: string
}

/** The line by which this field follows from another */
export interface RegressionModel {
  /** The other field */
  field: string
  /** By what the other field is multiplied */
  slope: number
  /** What is added */
  intercept: number
  /** From -1 to 1, over rows in which both have a value */
  correlation: number
}

/** What a scan does with failing rows in the enrichment datastore: keep those of all scans, or those of the last */
export type RemediationStrategy = "none" | "append" | "overwrite"

/** What a user may do in the whole workspace, the least first */
export type Role = "Member" | "Manager" | "Admin"

/** A check of a rule */
export interface RuleExample {
  /** What it shows, in a few words */
  shows: string
  /** The fields of the check */
  fields: string[]
  /** The properties of the check */
  properties: Record<string, unknown>
  /** The filter of the check; null: it has none */
  filter: string | null
  /** The coverage of the check */
  coverage: number
}

/** How many anomalies the checks of a rule found */
export interface RuleFindings {
  /** The rule */
  rule_type: string
  /** How many */
  count: number
  /** The list whose `total` it is */
  query: string
}

/** A property of the checks of a rule */
export interface RuleProperty {
  /** Its name among the properties of a check */
  name: string
  /** What it asks for */
  kind: PropertyKind
  /** True: a check of the rule cannot do without it */
  required: boolean
  /** What it means, for people */
  description: string
  /** What it may be; null: anything of its kind */
  values: string[] | null
  /** Of SQL: whether it is that of the datastore of the check or of the other container; null: it is no SQL */
  sql_of: SqlSide | null
  /** Its JSON Schema */
  schema: Record<string, unknown>
}

/** How many fields a check of the rule names */
export type RuleScope = "single" | "multi" | "none" | "calculated"

/** A kind of demand on data */
export interface RuleSpecification {
  /** Its name in checks */
  rule_type: string
  /** Its name for people */
  title: string
  /** When a row or a container fails, and what NULL does */
  description: string
  /** How many fields a check names: one, one or more, none, or any number that its expression reads */
  fields: RuleScope
  /** The types that its fields may have */
  field_types: FieldType[]
  /** True: a check may have a filter */
  filterable: boolean
  /** True: a check may have a coverage below 1 */
  supports_coverage: boolean
  /** True: a check compares with another container */
  reads_other_container: boolean
  /** What its anomalies are: one failing row, or a finding about the container or many rows */
  anomaly_types: AnomalyType[]
  /** Points that it adds to the weight of a check */
  weight: number
  /** What a check tells it */
  properties: RuleProperty[]
  /** JSON Schema of all properties together */
  properties_schema: Record<string, unknown>
  /** Checks that show what it does */
  examples: RuleExample[]
}

/** The rules that there are; the reference of rules has each */
export type RuleType = "afterDateTime" | "aggregationComparison" | "anyNotNull" | "beforeDateTime" | "between" | "betweenTimes" | "containsCreditCard" | "containsEmail" | "containsSocialSecurityNumber" | "containsUrl" | "dataDiff" | "distinctCount" | "entityResolution" | "equalTo" | "equalToField" | "existsIn" | "expectedSchema" | "expectedValues" | "fieldCount" | "freshness" | "greaterThan" | "greaterThanField" | "isAddress" | "isCreditCard" | "isReplicaOf" | "isType" | "lessThan" | "lessThanField" | "matchesPattern" | "maxLength" | "maxPartitionSize" | "maxValue" | "metric" | "minLength" | "minPartitionSize" | "minValue" | "notEmpty" | "notExistsIn" | "notFuture" | "notNegative" | "notNull" | "positive" | "predictedBy" | "requiredValues" | "satisfiesExpression" | "sum" | "timeDistributionSize" | "unique" | "volumetric"

/** What may be done with a run */
export type RunAct = "abort" | "delete" | "rerun" | "resume"

/** The least that runs tell of a container */
export interface RunContainer {
  /** Unique among its kind */
  id: number
  /** Name of the table, or path or pattern of the files */
  name: string
  /** What kind of container it is */
  container_type: ContainerType
  /** Table or view; of what is neither, its container_type */
  table_type: string
}

/** How a scan of a container or of a part of it ended, or how far it is */
export type ScanResult = "queued" | "running" | "success" | "failure" | "aborted"

/** A run of scan, and what it is told */
export interface ScanRun {
  /** What to run */
  type: "scan"
  /** The datastore to work on */
  datastore_id: number
  /** A name for the run */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
}

/** A schedule of the runs of scan */
export interface ScanSchedule {
  /** What it starts */
  type: "scan"
  /** The datastore to work on */
  datastore_id: number
  /** Its name; null: none */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
}

/** What a container scan sent to its source */
export interface ScanStatement {
  /** The part that it was about; null: the container as a whole */
  partition_name: string | null
  /** Its text, without constants of text and paths; without numbers too where a field of the container is masked. At most 4,000 characters */
  sql: string
  /** How long the source took for it */
  milliseconds: number
  /** How many rows it answered with */
  rows: number
  /** The checks that it was sent for; none: it serves the scan as a whole */
  check_ids: number[]
  /** True: the source refused it, or it took too long */
  refused: boolean
}

/** One page of a list */
export interface ScanStatementPage {
  /** What is on this page, in the order of the list */
  items: ScanStatement[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** A crontab, a time zone, and what its runs are told; null: the default of their time */
export interface Schedule {
  /** Of promotions: what kind of thing is promoted */
  promote_type?: PromotedType
  /** Of promotions: the datastore of the destination */
  destination_datastore_id?: number
  /** The datastore that it is about */
  datastore_id: number
  /** What is written */
  asset_type?: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** Its name; null: it has none */
  name: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** The container that is promoted from */
  container_id?: number
  /** The container that is promoted to */
  destination_container_id?: number
  /** Only these computed fields, by id; not beside computed_field_tags */
  computed_field_ids?: number[] | null
  /** Only computed fields with one of these tags; not beside computed_field_ids */
  computed_field_tags?: string[] | null
  /** Tags that the fields get at the destination beside their own */
  computed_field_additional_tags?: string[] | null
  /** True: nothing is written at the destination; the results say what would be. Default false */
  dry_run?: boolean | null
  /** Tags that the containers get at the destination beside their own */
  container_additional_tags?: string[] | null
  /** The computed files that are promoted, each once, with what they are to read */
  source_container_mappings?: ContainerMapping[]
  /** Only these checks, by id; not beside check_tags. Archived and Discarded ones are left out all the same */
  check_ids?: number[] | null
  /** Only checks with one of these tags; not beside check_ids */
  check_tags?: string[] | null
  /** Tags that the checks get at the destination beside their own */
  check_additional_tags?: string[] | null
  /** True: new checks are created as Draft; false: they are validated and created as Active. Default true */
  as_draft?: boolean | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
  /** Unique among its kind */
  id: number
  /** What it starts */
  type: string
  /** The datastore that it belongs to */
  datastore: DatastoreReference
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
  /** The IANA name of the time zone in which the crontab is read */
  timezone: string
  /** True: it keeps its crontab and fires nothing */
  deactivated: boolean
  /** The user name in whose name the runs are started */
  owner: string
  /** When it fires next; null: it is deactivated, or never again */
  next_run: string | null
  /** When it fired last; null: never */
  last_run: string | null
  /** Why the last tick started no run */
  message: string | null
  /** When it was made */
  created: string
  /** When it was changed last */
  last_updated: string
}

/** A change of a schedule. Members that are left out stay */
export interface ScheduleChange {
  /** The same as it is, or another */
  type?: ScheduledType
  /** The datastore to work on */
  datastore_id?: number
  /** What is written */
  asset_type?: ExportedAsset
  /** The containers by their ids, instead of by names or tags; runs of scan and export show their names */
  container_ids?: number[] | null
  /** Only containers with one of these tags */
  container_tags?: string[] | null
  /** True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false */
  include_deleted?: boolean | null
  /** True: values of masked fields are written, and the audit log says for whom; default false */
  include_masked?: boolean | null
  /** Its name; null: none */
  name?: string | null
  /** The containers by name. Empty or left out: all of them */
  container_names?: string[] | null
  /** How many rows of a partition are copied at most; null, 0 and -1: all */
  max_records_per_partition?: number | null
  /** How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium */
  ai_effort?: InferenceEffort | null
  /** An older name for ai_effort: 0 is off, 5 is max */
  inference_threshold?: number | null
  /** True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them */
  infer_as_draft?: boolean | null
  /** How many rows of a partition are read at most; null, 0 and -1: all */
  max_records_analyzed_per_partition?: number | null
  /** How many rows are held out at most to test inferred checks; default 100000 */
  max_count_testing_sample?: number | null
  /** The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4 */
  percent_testing_threshold?: number | null
  /** Least size of a correlation of two fields that is kept, 0 to 1; default 0.5 */
  high_correlation_threshold?: number | null
  /** How many values of a field have a bucket of their own at most; default 100 */
  histogram_max_distinct_values?: number | null
  /** Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one */
  greater_than_time?: string | null
  /** Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one */
  greater_than_batch?: number | null
  /** What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says */
  remediation?: RemediationStrategy | null
  /** True: only rows that are new since the last scan; default false */
  incremental?: boolean | null
  /** True: anomalies that nothing detects any more are resolved; default true, and false where incremental */
  auto_resolve_passed_anomalies?: boolean | null
  /** How many failing rows an anomaly keeps at most; default as the datastore says */
  enrichment_source_record_limit?: number | null
  /** From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says */
  high_count_rollup_threshold?: number | null
  /** Accepted and without effect: what is found again is the same anomaly, so there are no duplicates */
  archive_duplicate_anomalies?: boolean | null
  /** Open again what was archived and is found again; default false */
  reactivate_recurring_anomalies?: boolean | null
  /** True: files that did not change since the last full scan are read again; default false */
  force?: boolean | null
  /** Empty or left out: both */
  check_categories?: CheckCategory[] | null
  /** Values for the variables that checks name, by name */
  check_variables?: Record<string, string | number | boolean> | null
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab?: string
}

/** An hour in which a schedule fires */
export interface ScheduleHour {
  /** The beginning of the hour, in UTC */
  at: string
  /** How often it fires in that hour, from now on */
  ticks: number
}

/** A schedule, told apart by the type of its runs */
export type ScheduleInput = ExportSchedule | MaterializeSchedule | ProfileSchedule | ScanSchedule | SyncSchedule

/** One page of a list */
export interface SchedulePage {
  /** What is on this page, in the order of the list */
  items: Schedule[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** When a schedule would fire from now on */
export interface SchedulePreview {
  /** The crontab as it was given */
  crontab: string
  /** The time zone in its usual spelling */
  timezone: string
  /** The next ten times; fewer where there are no more */
  items: ScheduleTick[]
  /** The hours of the `days` in which it fires at all; null: they were not asked for */
  hours: ScheduleHour[] | null
}

/** When a schedule is to fire */
export interface SchedulePreviewInput {
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Counts the ticks of each hour, from now on for that many days; left out or null: `hours` is null */
  days?: number | null
}

/** A schedule beside the runs that it started, as it is now */
export interface ScheduleStub {
  /** Unique among its kind */
  id: number
  /** Its name; null: it has none */
  name: string | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
  /** The IANA name of the time zone in which the crontab is read */
  timezone: string
  /** True: it keeps its crontab and fires nothing */
  deactivated: boolean
}

/** A time at which a schedule fires */
export interface ScheduleTick {
  /** When it fires */
  at: string
  /** The same on the clock of the time zone, to the minute */
  local_time: string
  /** How far that clock is ahead of UTC, like +02:00 */
  offset: string
  /** What a change of the clock does to it; null: there is none at that time */
  remark: string | null
}

/** What a schedule can start */
export type ScheduledType = "export" | "materialize" | "profile" | "scan" | "sync"

/** How a quality score is weighed */
export interface ScoreSettings {
  /** Days of profiles and scans that count; null: 180 */
  decay_period_days: number | null
  /** How much completeness counts beside the others, 0: not at all; null: 1 */
  completeness_weight: number | null
  /** How much coverage counts beside the others, 0: not at all; null: 1 */
  coverage_weight: number | null
  /** How much conformity counts beside the others, 0: not at all; null: 1 */
  conformity_weight: number | null
  /** How much consistency counts beside the others, 0: not at all; null: 1 */
  consistency_weight: number | null
  /** How much precision counts beside the others, 0: not at all; null: 1 */
  precision_weight: number | null
  /** How much timeliness counts beside the others, 0: not at all; null: 1 */
  timeliness_weight: number | null
  /** How much volumetrics counts beside the others, 0: not at all; null: 1 */
  volumetrics_weight: number | null
  /** How much accuracy counts beside the others, 0: not at all; null: 1 */
  accuracy_weight: number | null
}

/** A change of how a quality score is weighed. Members that are left out stay; null gives one its default back */
export interface ScoreSettingsChange {
  /** Days of profiles and scans that count; null: 180 */
  decay_period_days?: number | null
  /** How much completeness counts beside the others, 0: not at all; null: 1 */
  completeness_weight?: number | null
  /** How much coverage counts beside the others, 0: not at all; null: 1 */
  coverage_weight?: number | null
  /** How much conformity counts beside the others, 0: not at all; null: 1 */
  conformity_weight?: number | null
  /** How much consistency counts beside the others, 0: not at all; null: 1 */
  consistency_weight?: number | null
  /** How much precision counts beside the others, 0: not at all; null: 1 */
  precision_weight?: number | null
  /** How much timeliness counts beside the others, 0: not at all; null: 1 */
  timeliness_weight?: number | null
  /** How much volumetrics counts beside the others, 0: not at all; null: 1 */
  volumetrics_weight?: number | null
  /** How much accuracy counts beside the others, 0: not at all; null: 1 */
  accuracy_weight?: number | null
}

/** Something that a search found */
export interface SearchHit {
  /** What it is */
  kind: SearchedKind
  /** Unique among its kind */
  id: number
  /** What it is called, or what it says */
  title: string
  /** What it is in, the outermost first: the datastore, the container */
  path: string[]
  /** Its status, its result, or whether it is deactivated; null: it has none */
  state: string | null
  /** How well it fits: 1 its id or all of its name, 0.75 how it begins, 0.5 how a word of it begins, 0.25 a part */
  score: number
}

/** What a search over all found */
export interface SearchHits {
  /** What was found, the best first */
  items: SearchHit[]
  /** False: there may be more than the size that was asked for */
  is_complete: boolean
}

/** The kinds of things that a search over all finds */
export type SearchedKind = "datastore" | "container" | "field" | "quality_check" | "anomaly" | "operation" | "schedule" | "flow" | "user"

/** The caller, and what the caller may do */
export interface Self {
  /** Unique among its kind */
  id: number
  /** The same number as the id */
  user_id: number
  /** The name to sign in with, unique */
  user_name: string
  /** Address for mail; null: none is known */
  email: string | null
  /** How to call them; null: by the user name */
  name: string | null
  /** What the user may do in the whole workspace */
  role: Role
  /** A person, or a program with a user of its own */
  user_type: UserType
  /** Names of the teams that the user is in */
  teams: string[]
  /** When a token of the user was used last; null: never */
  last_login: string | null
  /** When it was made */
  created_at: string
  /** When it was deleted; null: it is not */
  deleted_at: string | null
  /** What the caller may do with each datastore, by its id as text; those without any permission are absent */
  permissions: Record<string, "Reporter" | "Viewer" | "Drafter" | "Author" | "Editor">
  /** The token by which the caller is known, also behind a session; null: none */
  token: OwnToken | null
}

/** How the service is set up and how busy it is */
export interface ServiceConfiguration {
  /** The version of the service */
  version: string
  /** How busy the service is, over all processes that share its database */
  workload: ServiceWorkload
  /** The settings of the process that answers, in the order of their reference */
  settings: ServiceSetting[]
}

/** A setting as the process that answers has it, without what is secret */
export interface ServiceSetting {
  /** The environment variable that it is read from */
  variable: string
  /** What is in force, written as the variable would be; null: nothing is set, or it is secret */
  value: string | null
  /** True: the variable has it; false: it is the default */
  is_set: boolean
  /** True: its value is never told */
  secret: boolean
  /** The form of a value */
  expected: string
  /** What it is for */
  meaning: string
  /** What holds while the variable is not set */
  unset: string
}

/** How the service is */
export interface ServiceStatus {
  /** That the service answers */
  status: "ok"
  /** The version of the service */
  version: string
  /** Whether the database of the service answers: always true, because without it the answer is 503 */
  database_connection: boolean
  /** The provider by which people sign in beside tokens; null: none is set up */
  sign_in: SingleSignOn | null
}

/** How busy the service is, over all processes that share its database */
export interface ServiceWorkload {
  /** Units of work that wait */
  units_waiting: number
  /** Units of work that are being done */
  units_running: number
  /** Seconds that the oldest unit which could begin has waited; 0 when none waits */
  oldest_unit_seconds: number
  /** Messages of flows that are still to be delivered */
  deliveries_pending: number
  /** Messages of flows that could not be delivered */
  deliveries_failed: number
  /** Seconds that the oldest message which is due has waited; 0 when none is */
  oldest_delivery_seconds: number
  /** Events that were not compared with the flows yet */
  events_waiting: number
  /** Open connections of the process that answers to the database of the service */
  database_connections: number
  /** Those of them that nothing uses now */
  database_connections_idle: number
  /** Pieces of work of this process that wait for such a connection */
  database_callers_waiting: number
}

/** A browser that signed in; its cookie stands for a token */
export interface Session {
  /** Unique among its kind */
  id: number
  /** When it was made */
  created: string
  /** When it ends by itself; it ends earlier with its token */
  expires: string
  /** Who signed in */
  user_id: number
  token: SessionToken
}

/** What signs in: a token, or a one-time code */
export interface SessionInput {
  /** An API token; the session lives no longer than it */
  token?: string
  /** A one-time code instead of a token */
  code?: string
}

/** The token that it stands for */
export interface SessionToken {
  /** Unique among its kind */
  id: number
  /** A name by which to know it again */
  name: string
  /** When it expires; null: never */
  expiration: string | null
}

/** A code that opens one session */
export interface SignInCode {
  /** What opens one session; it is told only now */
  code: string
  /** When it is good for nothing any more */
  expires: string
  /** The address of the console that signs in with it, below that of the service */
  path: string
}

/** Whose code it is to be */
export interface SignInCodeInput {
  /** The API token that the code stands for */
  token: string
}

/** What records by themselves show beside what lists do when asked */
export type SingleExtra = "available"

/** What was measured in one field, with its histogram in two lists */
export interface SingleFieldProfile {
  /** Unique among its kind */
  id: number
  /** The field */
  field_id: number
  /** The measuring that it is part of */
  container_profile_id: number
  /** The name of the field */
  name: string
  /** How the field is now */
  status: FieldStatus
  /** True: figures that show values are withheld here */
  masked: boolean
  /** When it was measured */
  created: string
  /** The container of the field */
  container: ContainerStub
  /** The partition that was measured; null: all of them */
  partition: string | null
  /** The values that the measured rows share, by field; null: all rows */
  group: Record<string, string | null> | null
  /** Active checks that name the field now */
  quality_check_count: number
  /** Open anomalies now that such checks found */
  anomaly_count: number
  /** Its type; of a text, the type that its values look like */
  field_type: FieldType
  /** Whether the source says the type, rather than the values */
  type_declared: boolean
  /** Rows with a value, of all rows, 0 to 1; null: there are no rows */
  completeness: number | null
  /** How many values differ; null: they cannot be compared */
  approximate_distinct_values: number | null
  /** Values that occur once, of those that differ, 0 to 1 */
  unique_distinct_ratio: number | null
  /** Shannon's, in bits */
  entropy: number | null
  /** The least number or time */
  min: number | null
  /** The greatest number or time */
  max: number | null
  /** Of numbers and times */
  mean: number | null
  /** Of numbers */
  sum: number | null
  /** Standard deviation of a sample */
  std_dev: number | null
  /** Half of the values are not above it */
  median: number | null
  /** A quarter of the values are not above it */
  q1: number | null
  /** Three quarters of the values are not above it */
  q3: number | null
  /** Of a sample, adjusted for its size */
  skewness: number | null
  /** Of a sample, adjusted for its size; 0 for a normal distribution */
  kurtosis: number | null
  /** True: a normal distribution is unlikely (Jarque and Bera, 5 %); null: too few values */
  is_not_normal: boolean | null
  /** Characters of the shortest text */
  min_length: number | null
  /** Characters of the longest text */
  max_length: number | null
  /** The most frequent values first */
  histogram_buckets: HistogramBucket[]
  /** Every twentieth of the sorted values; null: there are no numbers */
  kll: QuantileSketch | null
  /** Fields that go together with it, strongest first */
  field_correlations: FieldCorrelation[]
  /** How it follows from each of these fields */
  regression_models: RegressionModel[]
  histogram: Histogram
}

/** How people sign in beside tokens */
export interface SingleSignOn {
  /** What completes “Sign in with …” */
  label: string
  /** The address that a browser begins at, below that of the service */
  path: string
}

/** Ascending or descending */
export type SortDirection = "asc" | "desc"

/** A field of source records */
export interface SourceRecordField {
  /** Its name in the source */
  name: string
  /** What it holds, whatever the source calls it */
  type: FieldType
  /** True: its values are hidden unless masked ones were asked for */
  masked: boolean
}

/** One failing row */
export interface SourceRecordItem {
  /** The row, by the names of its fields */
  record: Record<string, unknown>
  /** The anomalies that the row belongs to */
  anomaly_ids: number[]
}

/** Failing rows as they were when they were found, each once */
export interface SourceRecords {
  /** The fields, in the order of the source */
  fields: SourceRecordField[]
  /** A failing row each, with the anomalies that it belongs to */
  items: SourceRecordItem[]
  /** How many rows are kept */
  total: number
}

/** One choice of an enum */
export interface SpecificationChoice {
  /** What to call the choice in a form */
  label: string
  /** What to send for it */
  value: string
}

/** One thing that a channel is told */
export interface SpecificationProperty {
  /** The member that takes it */
  field: string
  /** Where in a notification the member stands */
  map_to: "parameters"
  /** Whether it must be told */
  required: boolean
  /** What to call it in a form */
  title: string
  /** What kind of value it takes */
  type: SpecificationType
  /** Choices of an enum; empty where any text is accepted */
  values: SpecificationChoice[]
  /** What it is when nothing is told; null: nothing */
  default: string | null
  /** What it is for */
  info: string
  /** Whether to hide it in a form */
  secret: boolean
  /** An example for a form */
  placeholder?: string
}

/** What kind of value a channel is told */
export type SpecificationType = "string" | "enum" | "object"

/** Whose SQL it is: that of the own datastore, or of the other container */
export type SqlSide = "own" | "other"

/** jdbc holds tables, dfs holds files, native has an API of its own */
export type StoreType = "jdbc" | "dfs" | "native"

/** A run of sync, and what it is told */
export interface SyncRun {
  /** What to run */
  type: "sync"
  /** The datastore to work on */
  datastore_id: number
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
}

/** A schedule of the runs of sync */
export interface SyncSchedule {
  /** What it starts */
  type: "sync"
  /** The datastore to work on */
  datastore_id: number
  /** Tables, views, or both; empty or left out: both */
  include?: TableType[] | null
  /** True: containers that are gone from the source are removed with all that is known of them; default false */
  prune?: boolean | null
  /** True: containers that were removed by hand are found again; default false */
  recreate?: boolean | null
  /** Its name; null: none */
  name?: string | null
  /** An IANA name; default UTC */
  timezone?: string | null
  /** Keeps the crontab and fires nothing; default false */
  deactivated?: boolean | null
  /** Five fields: minute, hour, day of the month, month, day of the week */
  crontab: string
}

/** What a relation of a database is */
export type TableType = "table" | "view"

/** Tags are global */
export type TagType = "global"

/** People who have the same permission on the same datastores */
export interface Team {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** What the members may do with the datastores of the team */
  permission: TeamPermission
  /** What people noted of it; null: nothing */
  description: string | null
  /** When it was made */
  created: string
  /** Who is in it */
  users: TeamMember[]
  /** What its permission is for */
  datastores: IdAndName[]
}

/** A change of a team. Members that are left out stay; a list replaces the whole list */
export interface TeamChange {
  /** Its name, unique */
  name?: string
  /** A note; null clears it */
  description?: string | null
  /** What the members may do with the datastores of the team */
  permission?: TeamPermission
  /** Users in the team; they replace all that it has; null: nobody */
  user_ids?: number[] | null
  /** Datastores that its permission is for; they replace all that it has; null: none */
  datastore_ids?: number[] | null
}

/** A new team */
export interface TeamInput {
  /** Its name, unique */
  name: string
  /** A note; null clears it */
  description?: string | null
  /** What the members may do with the datastores of the team */
  permission: TeamPermission
  /** Users in the team; they replace all that it has; null: nobody */
  user_ids?: number[] | null
  /** Datastores that its permission is for; they replace all that it has; null: none */
  datastore_ids?: number[] | null
}

/** Somebody in a team */
export interface TeamMember {
  /** Unique among its kind */
  id: number
  /** The name to sign in with, unique */
  user_name: string
  /** How to call them; null: by the user name */
  name: string | null
}

/** One page of a list */
export interface TeamPage {
  /** What is on this page, in the order of the list */
  items: Team[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** What a team may do with its datastores; each includes those before it */
export type TeamPermission = "Reporter" | "Viewer" | "Drafter" | "Author" | "Editor"

/** A team where only its name and its permission matter */
export interface TeamStub {
  /** Unique among its kind */
  id: number
  /** Its name */
  name: string
  /** What the members may do with the datastores of the team */
  permission: TeamPermission
}

/** A check to be made from a template; members that are left out are its */
export interface TemplateUse {
  /** Default: that of the template */
  description?: string
  /** Names of the fields that it judges, in the order that the rule means; null: none */
  fields?: (string | NamedField)[] | null
  /** Share of rows that must pass; default 1 */
  coverage?: number | null
  /** SQL of the source: only rows for which it is true are judged; null: all rows */
  filter?: string | null
  /** What the rule needs to be told, by its type */
  properties?: Record<string, unknown> | null
  /** Names of global tags; they replace all that it has */
  tags?: string[] | null
  /** Pairs of your own, kept as they come */
  additional_metadata?: Record<string, unknown> | null
  /** The field whose value is the message of an anomaly; null: the service writes it */
  anomaly_message_field?: string | null
  /** Default Active */
  status?: OpenCheckStatus | null
  /** The user who owns the check */
  owner_id?: number | null
  /** The user whom its new anomalies are assigned to */
  default_anomaly_assignee_id?: number | null
  /** The template that it comes from; it cannot change */
  template_id?: number | null
  /** The container that it judges */
  container_id: number
  /** The same as rule_type */
  rule?: string
  /** The same as it is; a check cannot become another rule */
  rule_type?: string
}

/** How far back: 7 days, or one, three or twelve months */
export type Timeframe = "week" | "month" | "quarter" | "year"

/** A token as it is listed: never what authenticates */
export interface Token {
  /** Unique among its kind */
  id: number
  /** A name by which to know it again */
  name: string
  /** When it was made */
  created: string
  /** False: it is revoked */
  active: boolean
  /** When it expires; null: never */
  expiration: string | null
  /** When it was used last; null: never */
  last_used: string | null
  /** Whom it is for */
  user: UserStub
}

/** Revokes a token, or restores it */
export interface TokenChange {
  /** false revokes it at once, true restores it */
  active?: boolean
}

/** A new token */
export interface TokenInput {
  /** A name by which to know it again */
  name: string
  /** Days until it expires; null: never */
  expires_in_days?: number | null
  /** Whom it is for; null: the caller. Others are for Admins only */
  user_id?: number | null
}

/** How a field is computed from others */
export type TransformationName = "cast" | "cleanedEntityName" | "convertFormattedNumeric" | "customExpression"

/** The settings of a transformation; those of others are left out */
export interface TransformationProperties {
  /** Of cast: string, integer, double, decimal, boolean, date or timestamp, or another SQL name of one of these */
  target_type?: string | null
  /** Of cast to date or timestamp: how texts are written, ISO 8601 alone (yyyy-MM-dd, yyyy-MM-dd HH:mm:ss); it changes nothing */
  format?: string | null
  /** Of cleanedEntityName: drop terms from the end; default true */
  drop_from_suffix?: boolean | null
  /** Of cleanedEntityName: drop terms from the beginning; default false */
  drop_from_prefix?: boolean | null
  /** Of cleanedEntityName: drop terms between others; default false */
  drop_from_interior?: boolean | null
  /** Of cleanedEntityName: terms beside those of businesses */
  terms_to_drop?: string[] | null
  /** Of cleanedEntityName: terms that stay */
  terms_to_ignore?: string[] | null
  /** Of customExpression: an expression in the SQL of the store, window functions included */
  column_expression?: string | null
}

/** How the work on a datastore stood on one day */
export interface TrendDay {
  /** The day */
  date: string
  /** Anomalies that were open at its end, or are now; those deleted since are not counted */
  open_anomalies: number
  /** Checks whose last verdict on the day was passed */
  checks_passed: number
  /** Checks whose last verdict on the day was failed */
  checks_failed: number
  /** Checks without a verdict from the last scan on the day that had them */
  checks_unasserted: number
  /** Records that scans read that ended on the day */
  records_scanned: number
}

/** How the work on datastores went, day by day */
export interface Trends {
  /** The first day */
  start_date: string
  /** The last day */
  end_date: string
  /** The time that was asked for; null: days were given */
  timeframe: Timeframe | null
  /** The datastores that the caller may see, by name */
  datastores: DatastoreTrend[]
}

/** A person, or a program with a user of its own */
export interface User {
  /** Unique among its kind */
  id: number
  /** The same number as the id */
  user_id: number
  /** The name to sign in with, unique */
  user_name: string
  /** Address for mail; null: none is known */
  email: string | null
  /** How to call them; null: by the user name */
  name: string | null
  /** What the user may do in the whole workspace */
  role: Role
  /** A person, or a program with a user of its own */
  user_type: UserType
  /** Names of the teams that the user is in */
  teams: string[]
  /** When a token of the user was used last; null: never */
  last_login: string | null
  /** When it was made */
  created_at: string
  /** When it was deleted; null: it is not */
  deleted_at: string | null
}

/** A change of a user. Members that are left out stay */
export interface UserChange {
  /** The name to sign in with, unique */
  user_name?: string
  /** Address for mail; null: none */
  email?: string | null
  /** How to call them; null: by the user name */
  name?: string | null
  /** What the user may do in the whole workspace; default Member */
  role?: Role
  /** A person, or a program with a user of its own; default Human */
  user_type?: UserType
}

/** A new user */
export interface UserInput {
  /** The name to sign in with, unique */
  user_name: string
  /** Address for mail; null: none */
  email?: string | null
  /** How to call them; null: by the user name */
  name?: string | null
  /** What the user may do in the whole workspace; default Member */
  role?: Role | null
  /** A person, or a program with a user of its own; default Human */
  user_type?: UserType | null
}

/** One page of a list */
export interface UserPage {
  /** What is on this page, in the order of the list */
  items: User[]
  /** How many there are on all pages */
  total: number
  /** Which page this is, from 1 */
  page: number
  /** How many things a full page has */
  size: number
  /** How many pages there are */
  pages: number
}

/** By what users are sorted */
export type UserSort = "user_name" | "name" | "email" | "role" | "created_at" | "last_login"

/** Who somebody is, and what they may do */
export interface UserStub {
  /** Unique among its kind */
  id: number
  /** The same number as the id */
  user_id: number
  /** The name to sign in with, unique */
  user_name: string
  /** Address for mail; null: none is known */
  email: string | null
  /** How to call them; null: by the user name */
  name: string | null
  /** What the user may do in the whole workspace */
  role: Role
  /** A person, or a program with a user of its own */
  user_type: UserType
}

/** A person, or a program with a user of its own */
export type UserType = "Human" | "Service"

/** How the Active checks of a container stand, with `include=standing` */
export interface Verdicts {
  /** Active checks that the last scan which had them passed */
  passed: number
  /** Active checks that the last scan which had them failed */
  failed: number
  /** Active checks that the last scan which had them could not judge */
  unasserted: number
  /** Active checks that no scan had */
  never: number
}

/** A check that compares scans, and what it concluded last */
export interface WatchingCheck {
  /** Unique among its kind */
  id: number
  /** What kind of demand it is; the reference of rules has each */
  rule_type: string
  /** What it demands, for people */
  description: string
  status: CheckStatus
  /** The container that it judges */
  container: ContainerStub
  /** Names of the fields that it judges */
  fields: string[]
  /** When a scan last reached a verdict; null: never */
  last_asserted: string | null
  /** Null: never asserted */
  is_passing: boolean | null
}

/** An anomaly that a scan would raise */
export interface WouldBeAnomaly {
  /** One failing row, or a finding about the container or many rows */
  type: AnomalyType
  /** What is wrong, for people; values of masked fields are hidden */
  message: string
  /** How many rows fail; null: it is not about rows */
  anomalous_records_count: number | null
  /** The partition that alone it is about; null: it is about none alone */
  partition: string | null
  /** Which of the source records belong to it, counted from 0 */
  records: number[]
}

/** Every request by method and path. */
export interface Endpoints {
  /** List who did what */
  'GET /api/activity': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** What any of these users did, by id */
      users?: number[]
      /** Any of these actions */
      actions?: AuditAction[]
      /** What was done to a thing of this kind */
      resource_type?: AuditResource
      /** What was done to the thing of this id */
      resource_id?: number
      /** The first day, included */
      start_date?: string
      /** The last day, included */
      end_date?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
      /** How far back; unused where dates are given */
      timeframe?: Timeframe
    }
    body: null
    answer: ActivityPage
  }
  /** List anomalies */
  'GET /api/anomalies': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Any of these anomalies, by id */
      id?: number[]
      /** Anomalies in any of these datastores, by id */
      datastore?: number[]
      /** Anomalies in any of these containers, by id */
      container?: number[]
      /** Anomalies that any of these checks found, by id */
      quality_check?: number[]
      /** Anomalies that this container scan found or found again */
      container_scan?: number
      /** Anomalies that this run found or found again, whatever became of them since */
      operation?: number
      /** Any of these statuses */
      status?: AnomalyStatus[]
      /** One failing row, or a finding about the container */
      anomaly_type?: AnomalyType
      /** The name of a tag; any of several */
      tag?: string[]
      /** A rule type; any of several */
      rule_type?: string[]
      /** Found on this day or later */
      start_date?: string
      /** Found on this day or earlier */
      end_date?: string
      /** How far back they were found */
      timeframe?: Timeframe
      /** Archived ones: these only, or these too. Left out: none of them */
      archived?: ArchivedFilter
      /** True: only those whose rows were kept; false: only the others */
      source_enriched?: boolean
      /** Archived on this day or later, and still so; open ones are not listed then */
      archived_from?: string
      /** Archived on this day or earlier, and still so; open ones are not listed then */
      archived_until?: string
      /** Those that were open at the end of this day, or are now; whatever became of them since */
      open_on?: string
      /** A part of the message or the description, the id or the uuid */
      search?: string
      /** Whom they are assigned to: the id of a user, `me`, or `none`; any of several */
      assignee?: string[]
      /** Of this weight or more */
      min_weight?: number
      /** Of this weight or less */
      max_weight?: number
      /** The name of a field that a failed check judges; any of several */
      field?: string[]
      /** True: only those that one scan alone has found so far; false: only the others */
      is_new?: boolean
      /** By when it was made */
      sort_created?: SortDirection
      /** By weight */
      sort_weight?: SortDirection
      /** By when a scan found it last */
      sort_last_detected?: SortDirection
      /** By how many rows fail; those that are not about rows last */
      sort_records?: SortDirection
    }
    body: null
    answer: AnomalyPage
  }
  /** Update anomalies */
  'PATCH /api/anomalies': {
    path: Record<never, never>
    query: Record<never, never>
    body: IdentifiedAnomalyChange[]
    answer: Anomaly[]
  }
  /** Archive or delete anomalies */
  'DELETE /api/anomalies': {
    path: Record<never, never>
    query: Record<never, never>
    body: AnomalyRemoval[]
    answer: null
  }
  /** Count anomalies by what they are filtered by */
  'GET /api/anomalies/facets': {
    path: Record<never, never>
    query: {
      /** By what they are counted, any of several. Left out: by each */
      facet?: AnomalyFacet[]
      /** Any of these anomalies, by id */
      id?: number[]
      /** Anomalies in any of these datastores, by id */
      datastore?: number[]
      /** Anomalies in any of these containers, by id */
      container?: number[]
      /** Anomalies that any of these checks found, by id */
      quality_check?: number[]
      /** Anomalies that this container scan found or found again */
      container_scan?: number
      /** Anomalies that this run found or found again, whatever became of them since */
      operation?: number
      /** Any of these statuses */
      status?: AnomalyStatus[]
      /** One failing row, or a finding about the container */
      anomaly_type?: AnomalyType
      /** The name of a tag; any of several */
      tag?: string[]
      /** A rule type; any of several */
      rule_type?: string[]
      /** Found on this day or later */
      start_date?: string
      /** Found on this day or earlier */
      end_date?: string
      /** How far back they were found */
      timeframe?: Timeframe
      /** Archived ones: these only, or these too. Left out: none of them */
      archived?: ArchivedFilter
      /** True: only those whose rows were kept; false: only the others */
      source_enriched?: boolean
      /** Archived on this day or later, and still so; open ones are not listed then */
      archived_from?: string
      /** Archived on this day or earlier, and still so; open ones are not listed then */
      archived_until?: string
      /** Those that were open at the end of this day, or are now; whatever became of them since */
      open_on?: string
      /** A part of the message or the description, the id or the uuid */
      search?: string
      /** Whom they are assigned to: the id of a user, `me`, or `none`; any of several */
      assignee?: string[]
      /** Of this weight or more */
      min_weight?: number
      /** Of this weight or less */
      max_weight?: number
      /** The name of a field that a failed check judges; any of several */
      field?: string[]
      /** True: only those that one scan alone has found so far; false: only the others */
      is_new?: boolean
    }
    body: null
    answer: Facets
  }
  /** List whom anomalies can be assigned to */
  'GET /api/anomalies/assignees': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Who can be assigned the anomalies of any of these datastores; left out: of any at all */
      datastore?: number[]
      /** Part of the name or the user name */
      name?: string
    }
    body: null
    answer: AssigneePage
  }
  /** Get an anomaly */
  'GET /api/anomalies/{id}': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** What else is shown: `available`, what the caller may do with it now */
      include?: SingleExtra[]
    }
    body: null
    answer: Anomaly
  }
  /** Update an anomaly */
  'PUT /api/anomalies/{id}': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: Record<never, never>
    body: AnomalyChange
    answer: Anomaly
  }
  /** Archive or delete an anomaly */
  'DELETE /api/anomalies/{id}': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** Default true */
      archive?: boolean
      /** The reason; default Resolved, unused without archive */
      status?: ArchivedAnomalyStatus
      /** With the status Duplicate: the anomaly that says the same, itself no Duplicate */
      duplicate_of?: number
    }
    body: null
    answer: null
  }
  /** Change many anomalies */
  'POST /api/anomalies/bulk': {
    path: Record<never, never>
    query: Record<never, never>
    body: BulkAnomalies
    answer: BulkAnomalyResult
  }
  /** Comment on an anomaly */
  'POST /api/anomalies/{id}/comments': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: Record<never, never>
    body: AnomalyCommentInput
    answer: AnomalyComment
  }
  /** List the comments on an anomaly */
  'GET /api/anomalies/{id}/comments': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: AnomalyCommentPage
  }
  /** List the status changes of an anomaly */
  'GET /api/anomalies/{id}/history': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: AnomalyStatusChangePage
  }
  /** Delete a comment */
  'DELETE /api/anomalies/{id}/comments/{comment_id}': {
    path: {
      /** Its id or its UUID */
      id: string
      /** The comment */
      comment_id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Download the source records of an anomaly as CSV */
  'GET /api/anomalies/{id}/source-record/csv': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** How many rows at most. Left out: 10 as JSON, all as CSV */
      limit?: number
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
    }
    body: null
    answer: string
  }
  /** Get the source records of an anomaly */
  'GET /api/anomalies/{id}/source-record': {
    path: {
      /** Its id or its UUID */
      id: string
    }
    query: {
      /** How many rows at most. Left out: 10 as JSON, all as CSV */
      limit?: number
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
      /** How many rows are passed over; default 0 */
      offset?: number
    }
    body: null
    answer: AnomalySourceRecords
  }
  /** List who looked at masked values */
  'GET /api/audit-logs/masking': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** What this user looked at */
      user_id?: number
      /** The kind of look; there is one */
      action?: MaskingAction
      /** What kind of thing was looked at */
      resource_type?: MaskedResource
      /** The id of what was looked at */
      resource_id?: number
      /** The first day, included */
      start_date?: string
      /** The last day, included */
      end_date?: string
    }
    body: null
    answer: MaskingEntryPage
  }
  /** Verify the audit log */
  'GET /api/audit-logs/verification': {
    path: Record<never, never>
    query: {
      /** The id of an entry that you noted earlier, with `known_hash` */
      known_id?: number
      /** `last` of an earlier answer, with `known_id` */
      known_hash?: string
    }
    body: null
    answer: AuditVerification
  }
  /** List quality check templates */
  'GET /api/quality-check-templates': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A rule type; any of several */
      rule_type?: string[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** True: locked ones only; false: the others */
      template_locked?: boolean
      /** A part of the description, or the id */
      search?: string
    }
    body: null
    answer: CheckTemplatePage
  }
  /** Create a quality check template */
  'POST /api/quality-check-templates': {
    path: Record<never, never>
    query: Record<never, never>
    body: CheckTemplateInput
    answer: CheckTemplate
  }
  /** Read a quality check template */
  'GET /api/quality-check-templates/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: CheckTemplate
  }
  /** Update a quality check template */
  'PUT /api/quality-check-templates/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: CheckTemplateChange
    answer: CheckTemplate
  }
  /** Delete a quality check template */
  'DELETE /api/quality-check-templates/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Create quality checks from a template */
  'POST /api/quality-check-templates/{id}/quality-checks': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: TemplateUse[]
    answer: QualityCheck[]
  }
  /** List the rule types */
  'GET /api/quality-checks/rule-types': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: RuleSpecification[]
  }
  /** List the rule types with executed examples */
  'GET /api/quality-checks/rules': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: ExplainedRule[]
  }
  /** Read how a quality check is judged */
  'GET /api/quality-checks/{id}/sql': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: CheckSql
  }
  /** List what a quality check cost */
  'GET /api/quality-checks/{id}/costs': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: CheckCostPage
  }
  /** Try a quality check before it is made */
  'POST /api/quality-checks/validate': {
    path: Record<never, never>
    query: Record<never, never>
    body: CheckValidationInput
    answer: CheckValidation
  }
  /** Try a quality check */
  'POST /api/quality-checks/{id}/dry-run': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: DryRunInput | null
    answer: CheckDryRun
  }
  /** List quality checks */
  'GET /api/quality-checks': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Checks of any of these datastores, by id */
      datastore?: number[]
      /** Checks of any of these containers, by id */
      container?: number[]
      /** Any of these statuses */
      status?: CheckStatus[]
      /** Archived ones: these only, or these too. Left out: none of them */
      archived?: ArchivedFilter
      /** A rule type; any of several */
      rule_type?: string[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** True: only those that the service proposed; false: only those that people made */
      inferred?: boolean
      /** Checks that this user owns */
      owner_id?: number
      /** What the last scan that asserted the check concluded; none: no scan has asserted it */
      last_verdict?: LastVerdict[]
      /** What the last scan that had the check concluded; never: none had it; stale: a scan of its container has succeeded since */
      last_result?: LastResult[]
      /** Scans made on this day or later alone count, for the last result and for the list */
      judged_from?: string
      /** Scans made on this day or earlier alone count, for the last result and for the list */
      judged_until?: string
      /** The name of a field that the check judges; any of several */
      field?: string[]
      /** True: only those with open anomalies; false: only the others */
      has_open_anomalies?: boolean
      /** True: templates in the place of checks, as /quality-check-templates has them */
      template_only?: boolean
      /** Templates in the place of checks, locked ones or the others */
      template_locked?: boolean
      /** A part of the description, or the id */
      search?: string
      /** What else is shown: the last 30 verdicts on each check */
      include?: CheckExtra[]
      /** By when it was made */
      sort_created?: SortDirection
      /** By its description */
      sort_description?: SortDirection
      /** By when a scan last reached a verdict; those without one last */
      sort_last_asserted?: SortDirection
      /** By how many open anomalies it has */
      sort_open_anomalies?: SortDirection
    }
    body: null
    answer: QualityCheckPage
  }
  /** Create a quality check */
  'POST /api/quality-checks': {
    path: Record<never, never>
    query: Record<never, never>
    body: QualityCheckInput
    answer: QualityCheck
  }
  /** Update quality checks */
  'PATCH /api/quality-checks': {
    path: Record<never, never>
    query: Record<never, never>
    body: IdentifiedQualityCheckChange[]
    answer: QualityCheck[]
  }
  /** Archive or delete quality checks */
  'DELETE /api/quality-checks': {
    path: Record<never, never>
    query: Record<never, never>
    body: QualityCheckRemoval[]
    answer: null
  }
  /** Count quality checks by what they are filtered by */
  'GET /api/quality-checks/facets': {
    path: Record<never, never>
    query: {
      /** By what they are counted, any of several. Left out: by each */
      facet?: CheckFacet[]
      /** Checks of any of these datastores, by id */
      datastore?: number[]
      /** Checks of any of these containers, by id */
      container?: number[]
      /** Any of these statuses */
      status?: CheckStatus[]
      /** Archived ones: these only, or these too. Left out: none of them */
      archived?: ArchivedFilter
      /** A rule type; any of several */
      rule_type?: string[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** True: only those that the service proposed; false: only those that people made */
      inferred?: boolean
      /** Checks that this user owns */
      owner_id?: number
      /** What the last scan that asserted the check concluded; none: no scan has asserted it */
      last_verdict?: LastVerdict[]
      /** What the last scan that had the check concluded; never: none had it; stale: a scan of its container has succeeded since */
      last_result?: LastResult[]
      /** Scans made on this day or later alone count, for the last result and for the list */
      judged_from?: string
      /** Scans made on this day or earlier alone count, for the last result and for the list */
      judged_until?: string
      /** The name of a field that the check judges; any of several */
      field?: string[]
      /** True: only those with open anomalies; false: only the others */
      has_open_anomalies?: boolean
      /** A part of the description, or the id */
      search?: string
    }
    body: null
    answer: Facets
  }
  /** List all quality checks in brief */
  'GET /api/quality-checks/listing': {
    path: Record<never, never>
    query: {
      /** Checks of any of these datastores, by id */
      datastore?: number[]
      /** Checks of any of these containers, by id */
      container?: number[]
      /** Any of these statuses */
      status?: CheckStatus[]
      /** Archived ones: these only, or these too. Left out: none of them */
      archived?: ArchivedFilter
      /** A rule type; any of several */
      rule_type?: string[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** True: only those that the service proposed; false: only those that people made */
      inferred?: boolean
      /** Checks that this user owns */
      owner_id?: number
      /** What the last scan that asserted the check concluded; none: no scan has asserted it */
      last_verdict?: LastVerdict[]
      /** What the last scan that had the check concluded; never: none had it; stale: a scan of its container has succeeded since */
      last_result?: LastResult[]
      /** Scans made on this day or later alone count, for the last result and for the list */
      judged_from?: string
      /** Scans made on this day or earlier alone count, for the last result and for the list */
      judged_until?: string
      /** The name of a field that the check judges; any of several */
      field?: string[]
      /** True: only those with open anomalies; false: only the others */
      has_open_anomalies?: boolean
      /** True: templates in the place of checks, as /quality-check-templates has them */
      template_only?: boolean
      /** Templates in the place of checks, locked ones or the others */
      template_locked?: boolean
      /** A part of the description, or the id */
      search?: string
      /** Only those that the caller owns */
      owner?: boolean
    }
    body: null
    answer: QualityCheckStub[]
  }
  /** Read a quality check */
  'GET /api/quality-checks/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** What else is shown: `available`, what the caller may do with it now */
      include?: SingleExtra[]
    }
    body: null
    answer: QualityCheck
  }
  /** Update a quality check */
  'PUT /api/quality-checks/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: QualityCheckChange
    answer: QualityCheck
  }
  /** Archive or delete a quality check */
  'DELETE /api/quality-checks/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Default true */
      archive?: boolean
      /** Under which status it is archived; default Archived */
      status?: ArchivedCheckStatus
      /** Delete the anomalies that no other check found; default true */
      delete_anomalies?: boolean
    }
    body: null
    answer: null
  }
  /** Change many quality checks */
  'POST /api/quality-checks/bulk': {
    path: Record<never, never>
    query: Record<never, never>
    body: BulkChecks
    answer: BulkCheckResult
  }
  /** Read the verdicts on a quality check by day */
  'GET /api/quality-checks/{id}/insights': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Default month */
      timeframe?: Timeframe
      /** The first day, included */
      start_date?: string
      /** The last day, included */
      end_date?: string
    }
    body: null
    answer: CheckInsights
  }
  /** List the verdicts on a quality check */
  'GET /api/quality-checks/{id}/results': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: PastResultPage
  }
  /** Read a quality check as of a time */
  'GET /api/quality-checks/{id}/version': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Default: now */
      version_at?: string
    }
    body: null
    answer: QualityCheckVersion
  }
  /** List the versions of a quality check */
  'GET /api/quality-checks/{id}/versions': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: QualityCheckVersionPage
  }
  /** Create a computed field */
  'POST /api/computed-fields': {
    path: Record<never, never>
    query: Record<never, never>
    body: NewComputedField
    answer: ComputedField
  }
  /** Update a computed field */
  'PUT /api/computed-fields/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ComputedFieldChange
    answer: ComputedField
  }
  /** Delete a computed field */
  'DELETE /api/computed-fields/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List what was applied from files */
  'GET /api/config-applies': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: ConfigApplyPage
  }
  /** Say what will be applied from files */
  'POST /api/config-applies': {
    path: Record<never, never>
    query: Record<never, never>
    body: ConfigApplyInput
    answer: ConfigApplyWithFiles
  }
  /** Read what was applied from files */
  'GET /api/config-applies/{id}': {
    path: {
      /** The apply */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: ConfigApplyWithFiles
  }
  /** Say what became of an apply */
  'PUT /api/config-applies/{id}': {
    path: {
      /** The apply */
      id: number
    }
    query: Record<never, never>
    body: ConfigApplyEnd
    answer: ConfigApplyWithFiles
  }
  /** List connections */
  'GET /api/connections': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** The exact name */
      name?: string
      /** A type of connection; any of several */
      type?: string[]
    }
    body: null
    answer: ConnectionPage
  }
  /** Create a connection */
  'POST /api/connections': {
    path: Record<never, never>
    query: Record<never, never>
    body: ConnectionInput
    answer: Connection
  }
  /** List the credentials of the machine that connections may use */
  'GET /api/connections/machine-credentials': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: MachineCredentials[]
  }
  /** Read a connection */
  'GET /api/connections/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Connection
  }
  /** Update a connection */
  'PUT /api/connections/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ConnectionChange
    answer: Connection
  }
  /** Delete a connection */
  'DELETE /api/connections/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Test a connection */
  'POST /api/connections/{id}/test': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ConnectionChange | null
    answer: ConnectionTest
  }
  /** List container scans */
  'GET /api/container-scans': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Scans in any of these datastores, by id */
      datastore?: number[]
      /** Scans of any of these containers, by id */
      container?: number[]
      /** Scans of any of these runs, by id */
      operation?: number[]
      /** A part of the container's name */
      name?: string
      /** A part of the container's name, or the id */
      search?: string
      /** Any of these results */
      result?: ScanResult[]
      /** True: only the scan of each container that began last, external ones left out */
      latest_only?: boolean
      /** Made on this day */
      created_date?: string
      /** Made on this day or later */
      start_date?: string
      /** Made on this day or earlier */
      end_date?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
      /** By when it was made */
      sort_created?: SortDirection
      /** By the number of open anomalies */
      sort_active_anomalies?: SortDirection
    }
    body: null
    answer: ContainerScanPage
  }
  /** Count container scans by what they are filtered by */
  'GET /api/container-scans/facets': {
    path: Record<never, never>
    query: {
      /** By what they are counted, any of several. Left out: by each */
      facet?: ContainerScanFacet[]
      /** Scans in any of these datastores, by id */
      datastore?: number[]
      /** Scans of any of these containers, by id */
      container?: number[]
      /** Scans of any of these runs, by id */
      operation?: number[]
      /** A part of the container's name */
      name?: string
      /** A part of the container's name, or the id */
      search?: string
      /** Any of these results */
      result?: ScanResult[]
      /** True: only the scan of each container that began last, external ones left out */
      latest_only?: boolean
      /** Made on this day */
      created_date?: string
      /** Made on this day or later */
      start_date?: string
      /** Made on this day or earlier */
      end_date?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
    }
    body: null
    answer: Facets
  }
  /** Get a container scan */
  'GET /api/container-scans/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: ContainerScan
  }
  /** List the anomalies of a container scan */
  'GET /api/container-scans/{id}/anomalies': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: AnomalyPage
  }
  /** List the check results of a container scan */
  'GET /api/container-scans/{id}/checks': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the description of the check, or of its id */
      search?: string
      /** Checks that passed, or checks that failed */
      result?: JudgedResult
      /** By the number of anomalies that the check found */
      sort_anomalies?: SortDirection
    }
    body: null
    answer: CheckResultPage
  }
  /** List the statements of a container scan */
  'GET /api/container-scans/{id}/statements': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: ScanStatementPage
  }
  /** Download the source records of a container scan as CSV */
  'GET /api/container-scans/{id}/source-records/download': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** How many rows at most. Left out: 10 as JSON, all as CSV */
      limit?: number
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
    }
    body: null
    answer: string
  }
  /** Get the source records of a container scan */
  'GET /api/container-scans/{id}/source-records': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** How many rows at most. Left out: 10 as JSON, all as CSV */
      limit?: number
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
    }
    body: null
    answer: SourceRecords
  }
  /** List containers */
  'GET /api/containers': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Containers of any of these datastores, by id */
      datastore?: number[]
      /** Any of these kinds */
      container_type?: ContainerType[]
      /** Any of these statuses */
      status?: ContainerStatus[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** A deleted container is gone, so `only` lists nothing and `include` what there is */
      archived?: ArchivedFilter
      /** A part of the name, or the id */
      search?: string
      /** The exact name */
      name?: string
      /** What else is shown: the last scan, the verdicts and the open anomalies of each container */
      include?: ContainerExtra[]
      /** By name */
      sort_name?: SortDirection
      /** By when it was made */
      sort_created?: SortDirection
      /** By when it was scanned last; those never scanned last */
      sort_last_scan?: SortDirection
      /** By how many open anomalies it has */
      sort_open_anomalies?: SortDirection
      /** By its quality score; those without one last */
      sort_quality_score?: SortDirection
    }
    body: null
    answer: ContainerPage
  }
  /** Create a computed container */
  'POST /api/containers': {
    path: Record<never, never>
    query: {
      /** How long the store may take for a first row; default 60 */
      timeout_seconds?: number
    }
    body: ComputedContainer
    answer: Container
  }
  /** Tag containers */
  'PATCH /api/containers': {
    path: Record<never, never>
    query: Record<never, never>
    body: ContainerTagging[]
    answer: Container[]
  }
  /** Count containers by what they are filtered by */
  'GET /api/containers/facets': {
    path: Record<never, never>
    query: {
      /** By what they are counted, any of several. Left out: by each */
      facet?: ContainerFacet[]
      /** Containers of any of these datastores, by id */
      datastore?: number[]
      /** Any of these kinds */
      container_type?: ContainerType[]
      /** Any of these statuses */
      status?: ContainerStatus[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** A deleted container is gone, so `only` lists nothing and `include` what there is */
      archived?: ArchivedFilter
      /** A part of the name, or the id */
      search?: string
    }
    body: null
    answer: Facets
  }
  /** List the names of all containers */
  'GET /api/containers/listing': {
    path: Record<never, never>
    query: {
      /** Containers of this datastore. Left out: of all that the caller may see */
      datastore?: number
    }
    body: null
    answer: ContainerStub[]
  }
  /** Try a computed container */
  'POST /api/containers/validate': {
    path: Record<never, never>
    query: {
      /** How long the store may take for a first row; default 60 */
      timeout_seconds?: number
    }
    body: ContainerValidation
    answer: null
  }
  /** Read a container */
  'GET /api/containers/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Container
  }
  /** Update a container */
  'PUT /api/containers/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ContainerChange
    answer: Container
  }
  /** Delete a container */
  'DELETE /api/containers/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List the fields of a container */
  'GET /api/containers/{id}/fields': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Any of these statuses */
      status?: FieldStatus[]
    }
    body: null
    answer: Field[]
  }
  /** Preview the rows of a container */
  'GET /api/containers/{id}/source-records': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** How many rows at most */
      limit?: number
      /** SQL of the source: only rows for which it is true are shown */
      filter?: string
      /** Names of the fields to sort by, `-` before one that is descending. Left out: as the source gives them */
      sort_columns?: string[]
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
    }
    body: null
    answer: Preview
  }
  /** Judge rows from outside */
  'POST /api/containers/{id}/scan': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: GivenRowsInput
    answer: Operation
  }
  /** List datastores */
  'GET /api/datastores': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** The datastore of this id */
      id?: number
      /** The exact name */
      name?: string
      /** A part of the name */
      search?: string
      /** Type of the connection */
      datastore_type?: string[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** Both kinds when absent */
      enrichment_only?: boolean
      /** By the number of containers */
      sort_containers?: SortDirection
      /** By the number of open anomalies */
      sort_active_anomalies?: SortDirection
      /** By when it was made */
      sort_created?: SortDirection
      /** By name */
      sort_name?: SortDirection
      /** Favourites first, or last */
      sort_favorite?: SortDirection
    }
    body: null
    answer: DatastorePage
  }
  /** Create a datastore */
  'POST /api/datastores': {
    path: Record<never, never>
    query: Record<never, never>
    body: DatastoreCreation
    answer: Datastore
  }
  /** List the names of all datastores */
  'GET /api/datastores/listing': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: DatastoreStub[]
  }
  /** Read a datastore */
  'GET /api/datastores/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Datastore
  }
  /** Update a datastore */
  'PUT /api/datastores/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: DatastoreChange
    answer: Datastore
  }
  /** Delete a datastore */
  'DELETE /api/datastores/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Mark a datastore as favourite */
  'PATCH /api/datastores/{id}/favorite': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: FavoriteMark
    answer: Datastore
  }
  /** Link an enrichment datastore */
  'PATCH /api/datastores/{id}/enrichment/{enrichment_id}': {
    path: {
      /** The datastore whose results are written */
      id: number
      /** The datastore that they are written into */
      enrichment_id: number
    }
    query: Record<never, never>
    body: null
    answer: Datastore
  }
  /** List the tables of an enrichment datastore */
  'GET /api/datastores/{id}/listing': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: EnrichmentTable[]
  }
  /** Read a table of an enrichment datastore */
  'GET /api/datastores/{id}/source-records': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** The name of the table, as the list of tables has it */
      path: string
      /** SQL of the store: only rows for which it is true are shown */
      filter?: string
      /** How many rows at most */
      limit?: number
      /** How many rows are passed over first */
      offset?: number
    }
    body: null
    answer: EnrichmentRows
  }
  /** Test the connection of a datastore */
  'POST /api/datastores/{id}/connection': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: ConnectionTest
  }
  /** Try a datastore that does not exist yet */
  'POST /api/datastores/connection': {
    path: Record<never, never>
    query: Record<never, never>
    body: DatastoreInput
    answer: null
  }
  /** Unlink the enrichment datastore */
  'DELETE /api/datastores/{id}/enrichment': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Follow what changes */
  'GET /api/events': {
    path: Record<never, never>
    query: {
      /** Kinds of things, separated by commas or repeated: operations, anomalies, quality-checks, schedules, notifications. Left out: all */
      topics?: string[]
      /** False: the stream ends with what has changed since `Last-Event-ID` */
      wait?: boolean
    }
    body: null
    answer: string
  }
  /** Export anomalies */
  'POST /api/export/anomalies': {
    path: Record<never, never>
    query: {
      /** The datastore that they are about; they are written to the one linked to it */
      datastore: number
      /** Only those of these containers, by id. Left out: of all */
      containers?: number[]
    }
    body: null
    answer: null
  }
  /** Export quality checks */
  'POST /api/export/checks': {
    path: Record<never, never>
    query: {
      /** The datastore that they are about; they are written to the one linked to it */
      datastore: number
      /** Only those of these containers, by id. Left out: of all */
      containers?: number[]
    }
    body: null
    answer: null
  }
  /** Export field profiles */
  'POST /api/export/field-profiles': {
    path: Record<never, never>
    query: {
      /** The datastore that they are about; they are written to the one linked to it */
      datastore: number
      /** Only those of these containers, by id. Left out: of all */
      containers?: number[]
    }
    body: null
    answer: null
  }
  /** Export quality check templates */
  'POST /api/export/check-templates': {
    path: Record<never, never>
    query: {
      /** The enrichment datastore that they are written into */
      enrich_datastore_id: number
      /** Only these templates. Left out: all */
      template_ids?: number[]
    }
    body: null
    answer: null
  }
  /** List the field profiles of a container */
  'GET /api/containers/{id}/field-profiles': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** The fields as this profile of the container, or of a part of it, measured them */
      profile?: number
    }
    body: null
    answer: FieldProfilePage
  }
  /** List the profiles of a container */
  'GET /api/containers/{id}/profiles': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** True: those of its partitions and groups too */
      parts?: boolean
    }
    body: null
    answer: ContainerProfilePage
  }
  /** List the profiles of a field */
  'GET /api/fields/{id}/field-profiles': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: FieldProfilePage
  }
  /** Compare two field profiles */
  'GET /api/field-profiles/compare': {
    path: Record<never, never>
    query: {
      /** The profile to compare with */
      left: number
      /** The profile that is compared */
      right: number
    }
    body: null
    answer: FieldProfileComparison
  }
  /** Read a field profile */
  'GET /api/field-profiles/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** True: values of masked fields are shown, and the audit log says to whom */
      include_masked?: boolean
    }
    body: null
    answer: SingleFieldProfile
  }
  /** List fields */
  'GET /api/fields': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Fields of this container; older clients name it so */
      container_id?: number
      /** Fields in any of these datastores, by id */
      datastore?: number[]
      /** Fields of any of these containers, by id */
      container?: number[]
      /** The exact name */
      name?: string
      /** Any of these types */
      type?: FieldType[]
      /** The name of a tag; any of several */
      tag?: string[]
      /** Any of these statuses */
      status?: FieldStatus[]
    }
    body: null
    answer: FieldPage
  }
  /** Update several fields */
  'PATCH /api/fields': {
    path: Record<never, never>
    query: Record<never, never>
    body: IdentifiedFieldChange[]
    answer: Field[]
  }
  /** Exclude or delete several fields */
  'DELETE /api/fields': {
    path: Record<never, never>
    query: Record<never, never>
    body: FieldRemoval[]
    answer: null
  }
  /** Read a field */
  'GET /api/fields/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Field
  }
  /** Update a field */
  'PUT /api/fields/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: FieldChange
    answer: Field
  }
  /** Exclude or delete a field */
  'DELETE /api/fields/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** True: it is excluded, reversibly; false: one that is missing or computed is deleted for good; default true */
      archive?: boolean
    }
    body: null
    answer: null
  }
  /** Restore a field */
  'POST /api/fields/{id}/restore': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Field
  }
  /** Restore several fields */
  'PATCH /api/fields/restore': {
    path: Record<never, never>
    query: Record<never, never>
    body: FieldToRestore[]
    answer: Field[]
  }
  /** Merge a missing field into another */
  'POST /api/fields/merge': {
    path: Record<never, never>
    query: {
      /** The missing field, which stays */
      source_field_id: number
      /** The field that has its values now, whose name it takes */
      target_field_id: number
    }
    body: null
    answer: Field
  }
  /** List notification channels and their properties */
  'GET /api/flows/actions/notification/specifications': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: NotificationSpecification[]
  }
  /** Send a test notification */
  'POST /api/flows/actions/notifications/test': {
    path: Record<never, never>
    query: Record<never, never>
    body: NotificationInput
    answer: NotificationTest
  }
  /** List message tokens by trigger type */
  'GET /api/flows/actions/notification/tokens': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: NotificationTokens[]
  }
  /** List flows */
  'GET /api/flows': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the name, or the id */
      search?: string
      /** What sets them off; any of several */
      trigger_type?: FlowTrigger[]
      /** True: only those that nothing sets off; false: only the others */
      deactivated?: boolean
      /** The name of a tag; any of several */
      tag?: string[]
    }
    body: null
    answer: FlowPage
  }
  /** Create a flow */
  'POST /api/flows': {
    path: Record<never, never>
    query: Record<never, never>
    body: FlowInput
    answer: Flow
  }
  /** List the names of flows */
  'GET /api/flows/listing': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: FlowStub[]
  }
  /** Get a flow */
  'GET /api/flows/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Flow
  }
  /** Update a flow */
  'PUT /api/flows/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: FlowChange
    answer: Flow
  }
  /** Delete a flow */
  'DELETE /api/flows/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Deactivate a flow, or activate it */
  'PATCH /api/flows/{id}/deactivated': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: FlowDeactivation
    answer: Flow
  }
  /** Clone a flow */
  'POST /api/flows/{id}/clone': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Flow
  }
  /** Set off a flow now */
  'POST /api/flows/{id}/execute': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: FlowExecution
  }
  /** Read the history of a flow */
  'GET /api/flows/{id}/history': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: FlowHistoryPage
  }
  /** Mute a notification of a flow, or let it be sent again */
  'PATCH /api/flows/actions/notification/{id}/muted': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ActionMuting
    answer: FlowAction
  }
  /** Look at a message before it is sent */
  'POST /api/flows/preview': {
    path: Record<never, never>
    query: Record<never, never>
    body: FlowPreviewInput
    answer: FlowPreview
  }
  /** List executions of flows */
  'GET /api/flows/executions': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Executions of any of these flows, by id */
      flow?: number[]
      /** How they ended, or that they go on; any of several */
      result?: ExecutionResult[]
      /** What sets them off; any of several */
      trigger_type?: FlowTrigger[]
      /** True: only those with a notification that was given up or refused */
      undelivered?: boolean
    }
    body: null
    answer: FlowExecutionPage
  }
  /** Get an execution of a flow */
  'GET /api/flows/executions/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: FlowExecution
  }
  /** Abort an execution of a flow */
  'POST /api/flows/executions/{id}/abort': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: FlowExecution
  }
  /** Send what was not delivered again */
  'POST /api/flows/executions/{id}/resend': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: FlowExecution
  }
  /** Read how the work goes and stands */
  'GET /api/insights': {
    path: Record<never, never>
    query: {
      /** The first day, included; default: a month before the last */
      start_date?: string
      /** The last day, included; default: today */
      end_date?: string
      /** The length of a period; default day, and at most 366 periods */
      group_by?: Grouping
      /** Any of these datastores, by id */
      datastore?: number[]
      /** Datastores that carry any of these tags, by name */
      tag?: string[]
    }
    body: null
    answer: Insights
  }
  /** Read figures of the service for Prometheus */
  'GET /api/metrics': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: string
  }
  /** List the messages of your inbox */
  'GET /api/notifications': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** True: only what the caller has read; false: only the rest */
      read?: boolean
    }
    body: null
    answer: InboxMessagePage
  }
  /** Mark all messages of your inbox */
  'PUT /api/notifications': {
    path: Record<never, never>
    query: Record<never, never>
    body: InboxMessageChange
    answer: MarkedMessages
  }
  /** Mark a message of your inbox */
  'PUT /api/notifications/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: InboxMessageChange
    answer: InboxMessage
  }
  /** List how containers change */
  'GET /api/observability': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Those of any of these datastores, by id */
      datastore?: number[]
      /** A part of the name, or the id */
      search?: string
      /** The name of a tag; any of several */
      tag?: string[]
      /** How far the measurements go back; default month */
      timeframe?: Timeframe
    }
    body: null
    answer: ObservabilityPage
  }
  /** List the measurements of a container */
  'GET /api/containers/{id}/measurements': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: ContainerMeasurementPage
  }
  /** Read how the work goes day by day */
  'GET /api/overview/trends': {
    path: Record<never, never>
    query: {
      /** Any of these datastores, by id */
      datastore?: number[]
      /** Default month */
      timeframe?: Timeframe
      /** The first day, included */
      start_date?: string
      /** The last day, included */
      end_date?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
    }
    body: null
    answer: Trends
  }
  /** List the databases of a connection that is not stored */
  'POST /api/connections/catalogs': {
    path: Record<never, never>
    query: Record<never, never>
    body: ConnectionInput
    answer: string[]
  }
  /** List the schemas of a connection that is not stored */
  'POST /api/connections/schemas': {
    path: Record<never, never>
    query: {
      /** The database whose schemas are wanted; needed where a database has several */
      catalog?: string
    }
    body: ConnectionInput
    answer: string[]
  }
  /** List the databases of a connection */
  'GET /api/connections/{id}/catalogs': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Place[]
  }
  /** List the schemas of a connection */
  'GET /api/connections/{id}/schemas': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** The database whose schemas are wanted; needed where a database has several */
      catalog?: string
    }
    body: null
    answer: Place[]
  }
  /** Try the schemas of a connection that is not stored */
  'POST /api/connections/datastores/validate': {
    path: Record<never, never>
    query: Record<never, never>
    body: NewPlacesToTry
    answer: PlaceTrials
  }
  /** Try the schemas of a connection */
  'POST /api/connections/{id}/datastores/validate': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: PlacesToTry
    answer: PlaceTrials
  }
  /** Create a connection with several datastores */
  'POST /api/connections/datastores/bulk': {
    path: Record<never, never>
    query: Record<never, never>
    body: NewPlacesToOnboard
    answer: OnboardedPlaces
  }
  /** Create several datastores on a connection */
  'POST /api/connections/{id}/datastores/bulk': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: PlacesToOnboard
    answer: OnboardedPlaces
  }
  /** List operations */
  'GET /api/operations': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** The run of this id */
      id?: number
      /** Runs that this schedule started */
      schedule_id?: number
      /** Runs of this type */
      operation_type?: OperationType
      /** True: only runs that have ended; false: only the others */
      finished?: boolean
      /** Any of these results */
      result?: OperationResult[]
      /** Made on this day */
      created_date?: string
      /** Asked for on this day or later */
      start_date?: string
      /** Asked for on this day or earlier */
      end_date?: string
      /** Runs on any of these datastores, by id */
      datastore?: number[]
      /** Runs that touched any of these containers, by id */
      container?: number[]
      /** True: only runs that logged something; false: only the others */
      has_logs?: boolean
      /** The user name of who started it, or whose schedule or flow did; any of several */
      triggered_by?: string[]
      /** A part of the message or of the datastore's name, or the id */
      search?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
      /** How the containers of a run are told: `all` lists them (default), `count` tells how many, `none` neither */
      containers?: ContainerForm
      /** By when it was made */
      sort_created?: SortDirection
      /** By how long they took */
      sort_duration?: SortDirection
    }
    body: null
    answer: OperationPage
  }
  /** Count operations by what they are filtered by */
  'GET /api/operations/facets': {
    path: Record<never, never>
    query: {
      /** By what they are counted, any of several. Left out: by each */
      facet?: OperationFacet[]
      /** The run of this id */
      id?: number
      /** Runs that this schedule started */
      schedule_id?: number
      /** Runs of this type */
      operation_type?: OperationType
      /** True: only runs that have ended; false: only the others */
      finished?: boolean
      /** Any of these results */
      result?: OperationResult[]
      /** Made on this day */
      created_date?: string
      /** Asked for on this day or later */
      start_date?: string
      /** Asked for on this day or earlier */
      end_date?: string
      /** Runs on any of these datastores, by id */
      datastore?: number[]
      /** Runs that touched any of these containers, by id */
      container?: number[]
      /** True: only runs that logged something; false: only the others */
      has_logs?: boolean
      /** The user name of who started it, or whose schedule or flow did; any of several */
      triggered_by?: string[]
      /** A part of the message or of the datastore's name, or the id */
      search?: string
      /** Minutes that local time is ahead of UTC, for the days */
      offset?: number
    }
    body: null
    answer: Facets
  }
  /** Get an operation */
  'GET /api/operations/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** What else is shown: `available`, what the caller may do with it now */
      include?: SingleExtra[]
    }
    body: null
    answer: Operation
  }
  /** Delete an operation */
  'DELETE /api/operations/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Abort an operation */
  'PUT /api/operations/abort/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Operation
  }
  /** List the containers of an operation */
  'GET /api/operations/{id}/containers': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the container's name, or the id */
      search?: string
      /** Any of these containers, by id; not of promotions */
      container?: number[]
      /** Any of these results; not of promotions */
      result?: ScanResult[]
      /** How the partitions of a container are told: `count` tells how many are how far (default), `all` lists them too */
      partitions?: PartitionForm
      /** Of promotions: any of these results */
      promote_result?: PromoteResult[]
    }
    body: null
    answer: OperationContainerPage
  }
  /** List the checks of a promotion */
  'GET /api/operations/{id}/quality-checks': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the description of the check, or of its rule type */
      search?: string
      /** Any of these results */
      promote_result?: PromoteResult[]
    }
    body: null
    answer: PromotedEntityPage
  }
  /** List the computed fields of a promotion */
  'GET /api/operations/{id}/fields': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the name of the field */
      search?: string
      /** Any of these results */
      promote_result?: PromoteResult[]
    }
    body: null
    answer: PromotedEntityPage
  }
  /** Follow an operation */
  'GET /api/operations/{id}/events': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** True: it is also told how far the containers are (default: false) */
      containers?: boolean
    }
    body: null
    answer: string
  }
  /** List the log of an operation */
  'GET /api/operations/{id}/logs': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: OperationLogPage
  }
  /** Rerun an operation */
  'PUT /api/operations/rerun/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Operation
  }
  /** Resume an operation */
  'PUT /api/operations/run/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** True: what still runs of it is ended first */
      force_abort?: boolean
    }
    body: null
    answer: Operation
  }
  /** Trigger an operation */
  'POST /api/operations/run': {
    path: Record<never, never>
    query: Record<never, never>
    body: OperationRun
    answer: Operation
  }
  /** List the check results of a scan */
  'GET /api/operations/{id}/scan-checks': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** A part of the description of the check, or of its id */
      search?: string
    }
    body: null
    answer: CheckResultPage
  }
  /** List the quality scores of a datastore */
  'GET /api/datastores/{id}/quality-scores': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: QualityScorePage
  }
  /** List the quality scores of a container */
  'GET /api/containers/{id}/quality-scores': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: QualityScorePage
  }
  /** List the quality scores of a field */
  'GET /api/fields/{id}/quality-scores': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: QualityScorePage
  }
  /** Read how the quality score of a datastore is weighed */
  'GET /api/datastores/{id}/score-settings': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: ScoreSettings
  }
  /** Weigh the quality score of a datastore */
  'PUT /api/datastores/{id}/score-settings': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ScoreSettingsChange
    answer: ScoreSettings
  }
  /** Read how the quality score of a container is weighed */
  'GET /api/containers/{id}/score-settings': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: ScoreSettings
  }
  /** Weigh the quality score of a container */
  'PUT /api/containers/{id}/score-settings': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ScoreSettingsChange
    answer: ScoreSettings
  }
  /** List schedules */
  'GET /api/operations/schedule': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Schedules of any of these datastores, by id */
      datastore?: number[]
      /** Schedules that start runs of any of these types */
      type?: OperationType[]
      /** True: only those that fire nothing; false: only the others */
      deactivated?: boolean
    }
    body: null
    answer: SchedulePage
  }
  /** Schedule an operation */
  'POST /api/operations/schedule': {
    path: Record<never, never>
    query: Record<never, never>
    body: ScheduleInput
    answer: Schedule
  }
  /** Preview when a schedule would fire */
  'POST /api/operations/schedule/preview': {
    path: Record<never, never>
    query: Record<never, never>
    body: SchedulePreviewInput
    answer: SchedulePreview
  }
  /** Get a schedule */
  'GET /api/operations/schedule/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Schedule
  }
  /** Update a schedule */
  'PUT /api/operations/schedule/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: ScheduleChange
    answer: Schedule
  }
  /** Delete a schedule */
  'DELETE /api/operations/schedule/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Search over all */
  'GET /api/search': {
    path: Record<never, never>
    query: {
      /** A part of a name in any letter case, an id, or the uuid of an anomaly; not blank */
      q: string
      /** Any of these kinds. Left out: all */
      kinds?: SearchedKind[]
      /** How many hits at most */
      size?: number
    }
    body: null
    answer: SearchHits
  }
  /** Sign in */
  'POST /api/session': {
    path: Record<never, never>
    query: Record<never, never>
    body: SessionInput
    answer: Session
  }
  /** Sign out */
  'DELETE /api/session': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Make a one-time code to sign in with */
  'POST /api/session/codes': {
    path: Record<never, never>
    query: Record<never, never>
    body: SignInCodeInput
    answer: SignInCode
  }
  /** Ask whether the service is ready */
  'GET /api/status': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: ServiceStatus
  }
  /** Ask whether the process answers */
  'GET /api/health': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: null
  }
  /** Read how the service is set up and how busy it is */
  'GET /api/configuration': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: ServiceConfiguration
  }
  /** List global tags */
  'GET /api/global-tags': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: GlobalTagPage
  }
  /** Create a global tag */
  'POST /api/global-tags': {
    path: Record<never, never>
    query: Record<never, never>
    body: GlobalTagInput
    answer: GlobalTag
  }
  /** List all global tags */
  'GET /api/global-tags/listing': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: GlobalTag[]
  }
  /** Read a global tag */
  'GET /api/global-tags/{name}': {
    path: {
      /** The name of the tag */
      name: string
    }
    query: Record<never, never>
    body: null
    answer: GlobalTag
  }
  /** Update a global tag */
  'PUT /api/global-tags/{name}': {
    path: {
      /** The name of the tag */
      name: string
    }
    query: Record<never, never>
    body: GlobalTagChange
    answer: GlobalTag
  }
  /** Delete a global tag */
  'DELETE /api/global-tags/{name}': {
    path: {
      /** The name of the tag */
      name: string
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List teams */
  'GET /api/teams': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Part of the name */
      name?: string
      /** By when it was made */
      sort_created?: SortDirection
      /** By name */
      sort_name?: SortDirection
    }
    body: null
    answer: TeamPage
  }
  /** Create a team */
  'POST /api/teams': {
    path: Record<never, never>
    query: Record<never, never>
    body: TeamInput
    answer: Team
  }
  /** List the names of teams */
  'GET /api/teams/listing': {
    path: Record<never, never>
    query: {
      /** Teams in which one of these users is; Public has everybody */
      users?: number[]
      /** Teams with this permission */
      permission?: TeamPermission
    }
    body: null
    answer: TeamStub[]
  }
  /** Read a team */
  'GET /api/teams/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: Team
  }
  /** Update a team */
  'PUT /api/teams/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: TeamChange
    answer: Team
  }
  /** Delete a team */
  'DELETE /api/teams/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List your API tokens */
  'GET /api/user-tokens': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: Token[]
  }
  /** Create an API token */
  'POST /api/user-tokens': {
    path: Record<never, never>
    query: Record<never, never>
    body: TokenInput
    answer: NewToken
  }
  /** Revoke or restore an API token */
  'PUT /api/user-tokens/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: TokenChange
    answer: Token
  }
  /** Revoke an API token for good */
  'DELETE /api/user-tokens/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List the API tokens of service users */
  'GET /api/user-tokens/service': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: Token[]
  }
  /** List users */
  'GET /api/users': {
    path: Record<never, never>
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
      /** Part of the name, the user name or the e-mail address */
      name?: string
      /** Any of these roles */
      role?: Role[]
      /** People, programs, or both */
      type?: UserType[]
      /** A team's name */
      team?: string[]
      /** True: users that were deleted, too */
      include_deleted?: boolean
      /** Default user_name */
      sort?: UserSort
      /** Default ascending */
      sort_dir?: SortDirection
    }
    body: null
    answer: UserPage
  }
  /** Create a user */
  'POST /api/users': {
    path: Record<never, never>
    query: Record<never, never>
    body: UserInput
    answer: User
  }
  /** Read a user */
  'GET /api/users/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: User
  }
  /** Update a user */
  'PUT /api/users/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: UserChange
    answer: User
  }
  /** Delete a user */
  'DELETE /api/users/{id}': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: Record<never, never>
    body: null
    answer: null
  }
  /** List what a user may do */
  'GET /api/users/{id}/permissions': {
    path: {
      /** Unique among its kind */
      id: number
    }
    query: {
      /** Which page, from 1 */
      page?: number
      /** How many things a page has */
      size?: number
    }
    body: null
    answer: PermissionOfUserPage
  }
  /** Read the caller */
  'GET /api/users/me': {
    path: Record<never, never>
    query: Record<never, never>
    body: null
    answer: Self
  }
}
