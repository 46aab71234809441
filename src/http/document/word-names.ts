import { Type } from 'typebox'
import { channels } from '../../channels/registry.ts'
import { connectors } from '../../connectors/registry.ts'
import { errorCatalogue } from '../../kernel/errors.ts'
import * as anomaly from '../../model/anomaly.ts'
import * as audit from '../../model/audit.ts'
import * as available from '../../model/available.ts'
import * as check from '../../model/check.ts'
import * as computed from '../../model/computed-container.ts'
import * as container from '../../model/container.ts'
import * as datastore from '../../model/datastore.ts'
import * as field from '../../model/field.ts'
import * as insight from '../../model/insight.ts'
import * as search from '../../model/search.ts'
import * as identity from '../../model/identity.ts'
import * as operation from '../../model/operation.ts'
import * as place from '../../model/place.ts'
import * as principal from '../../model/principal.ts'
import * as promotion from '../../model/promotion.ts'
import * as ruleType from '../../model/rule-type.ts'
import * as runProgress from '../../model/run-progress.ts'
import * as timeframe from '../../model/timeframe.ts'
import { partitionForms } from '../../runs/control/read.ts'
import * as user from '../../model/user.ts'
import { operations } from '../../operations/registry.ts'
import { rules } from '../../rules/registry.ts'
import { userSorts } from '../../store/users.ts'
import * as facet from '../../model/facet.ts'
import * as flow from '../../model/flow.ts'
import type { NamedSchema } from './named-schemas.ts'

const schedulable = operations
  .all()
  .filter((one) => one.schedulable)
  .map(({ trigger }) => trigger)

const words = (list: readonly string[], doc: string): NamedSchema => ({ schema: Type.Enum([...list]), doc })

/** The names and descriptions of choices of words, for the API document. */
export const wordNames: Record<string, NamedSchema> = {
  AnomalyAct: words(available.anomalyActs, 'What may be done with an anomaly'),
  CheckAct: words(available.checkActs, 'What may be done with a check'),
  RunAct: words(available.runActs, 'What may be done with a run'),
  AnomalyFacet: words(facet.anomalyFacets, 'By what anomalies are counted'),
  CheckFacet: words(facet.checkFacets, 'By what checks are counted'),
  ContainerFacet: words(facet.containerFacets, 'By what containers are counted'),
  ContainerScanFacet: words(facet.containerScanFacets, 'By what container scans are counted'),
  OperationFacet: words(facet.operationFacets, 'By what runs are counted'),
  AnomalyStatus: words(
    anomaly.anomalyStatuses,
    'What was made of an anomaly. Active and Acknowledged are open; the others say why it was put away',
  ),
  AnomalyType: words(
    anomaly.anomalyTypes,
    'record: one failing row. shape: a finding about the container, or one that stands for many rows',
  ),
  ArchivedAnomalyStatus: words(anomaly.archivedAnomalyStatuses, 'Why an anomaly was put away'),
  ArchivedCheckStatus: words(check.archivedCheckStatuses, 'How a check was put away'),
  ArchivedFilter: words(['only', 'include'], 'Whether archived things are listed: only they, or they too'),
  AssertionBasis: words(
    check.assertionBases,
    'reading: rows that were read. proof: what the source guarantees. unchanged: what an earlier scan found of the same rows',
  ),
  AssertionResult: words(
    check.assertionResults,
    'unasserted: no verdict was possible, and the details say why',
  ),
  AuditAction: words(audit.auditActions, 'What the audit log notes'),
  AuditResource: words(audit.auditResources, 'What an entry of the audit log is about'),
  ChannelType: words([...channels.names()], 'The channels that there are'),
  PartitionForm: words(partitionForms, 'How the partitions of a container are told'),
  PartitionState: words(runProgress.partitionStates, 'How far the reading of a partition is'),
  PlaceTrialOutcome: words(place.trialOutcomes, 'Whether the source lets a place be read'),
  CheckCategory: words(
    check.checkCategories,
    'metadata: checks of the volume of a container. data_integrity: all others',
  ),
  CheckStatus: words(
    check.checkStatuses,
    'Draft is never evaluated; Archived and Discarded are put away, reversibly',
  ),
  ComputedContainerType: words(
    container.computedTypes,
    'computed_table: a query of a database. computed_file: clauses over a container of files. computed_join: clauses over two containers',
  ),
  ConnectionType: words([...connectors.names()], 'The kinds of sources that there are'),
  ContainerForm: words(
    operation.containerForms,
    'How the containers of a run are told: each, how many, or not at all',
  ),
  ContainerStatus: words(
    container.containerStatuses,
    'changed: the last sync found other fields. inaccessible: it did not find the container. unloadable: it could not read it',
  ),
  ContainerType: words(
    container.containerTypes,
    'What kind of container it is; a table may be a view, which its table_type says',
  ),
  DecimalSeparator: words(['.', ','], 'What stands before the digits after the point'),
  ErrorCode: words(
    Object.keys(errorCatalogue),
    'Why a request was refused; the reference of errors has each',
  ),
  ExportedAsset: words(operation.exportedAssets, 'What an export writes'),
  FieldStatus: words(
    field.fieldStatuses,
    'masked: its values are hidden. missing: the last sync did not find it. excluded: it is left out',
  ),
  FinishedResult: words(
    operation.finishedResults,
    'How a run ended; partial and warning are for exports only',
  ),
  FlowActionResult: words(
    flow.actionResults,
    'How an action of a flow ended, or how far it is; skipped: what it follows did not succeed, or it is muted',
  ),
  FlowActionType: words(
    flow.actionTypes,
    'notification: sends a message. operation: starts a run. anomaly: puts inactive anomalies away',
  ),
  FlowTrigger: words(
    flow.triggerTypes,
    'What sets off a flow: the end of a run, each anomaly, a container with anomalies, a change of status, a time, or a person',
  ),
  FlowEvent: words(
    flow.eventTypes,
    'What set off an execution: the trigger of its flow, or operation_start, of which lineage alone is told',
  ),
  FieldType: words(field.fieldTypes, 'What a field holds, whatever the source calls it'),
  ExecutionResult: words(flow.executionResults, 'How an execution of a flow ended, or that it goes on'),
  FileFormat: words(['separated', 'json', 'parquet'], 'How a file is written'),
  InactiveAction: words(['archive', 'delete'], 'What is done with inactive anomalies'),
  IncrementalType: words(
    container.incrementalTypes,
    'By what rows are recognised as new: a time of change, or a number that grows',
  ),
  GivenJoinType: words(computed.givenJoinTypes, 'The type of a join as clients may write it; full is outer'),
  JoinType: words(
    container.joinTypes,
    'Which rows a join shows: inner those that meet, left, right and outer also those that meet none, left_semi and left_anti those of the left side that meet some or none',
  ),
  JudgedResult: words(['passed', 'failed'], 'A verdict'),
  KeyOrigin: words(identity.keyOrigins, 'Where the key of a container comes from'),
  Grouping: words(
    insight.groupings,
    'The lengths of the periods that insights are counted by; weeks begin on Monday',
  ),
  Measure: words(insight.measures, 'What insights count'),
  SearchedKind: words(search.searchedKinds, 'The kinds of things that a search over all finds'),
  ContainerExtra: words(['standing'], 'What lists of containers show beside the containers when asked'),
  CheckExtra: words(['recent_results'], 'What lists of checks show beside the checks when asked'),
  SingleExtra: words(['available'], 'What records by themselves show beside what lists do when asked'),
  LastResult: words(
    check.lastResults,
    'How a check stands: what the last scan that had it concluded, or that none had it; stale stands beside them',
  ),
  LastVerdict: words(
    check.lastVerdicts,
    'What the last scan that asserted a check concluded; none: no scan has asserted it yet',
  ),
  LogLevel: words(operation.logLevels, 'How serious a line in a log is'),
  MaskedResource: words(audit.maskedResources, 'What has masked values that can be looked at'),
  MaskingAction: words(['unmask_field_values'], 'How masked values are looked at'),
  OpenAnomalyStatus: words(anomaly.openAnomalyStatuses, 'Statuses of what is still to be dealt with'),
  OpenCheckStatus: words(check.openCheckStatuses, 'Statuses of checks that are not put away'),
  OperationResult: words(
    operation.operationResults,
    'How a run ended, or how far it is; partial and warning are for exports only',
  ),
  OperationType: words(operation.operationTypes, 'What a run does'),
  PromoteResult: words(
    promotion.promoteResults,
    'What became of a thing that was promoted; skipped: it is the same at the destination',
  ),
  PromotedType: words(promotion.promotedTypes, 'What kinds of things are promoted'),
  RemediationStrategy: words(
    datastore.remediationStrategies,
    'What a scan does with failing rows in the enrichment datastore: keep those of all scans, or those of the last',
  ),
  Role: words(principal.roles, 'What a user may do in the whole workspace, the least first'),
  RuleType: words([...rules.names()], 'The rules that there are; the reference of rules has each'),
  ScanResult: words(
    operation.scanResults,
    'How a scan of a container or of a part of it ended, or how far it is',
  ),
  ScheduledType: words(schedulable, 'What a schedule can start'),
  SortDirection: words(['asc', 'desc'], 'Ascending or descending'),
  SpecificationType: words(['string', 'enum', 'object'], 'What kind of value a channel is told'),
  StoreType: words(datastore.storeTypes, 'jdbc holds tables, dfs holds files, native has an API of its own'),
  TableType: words(container.tableTypes, 'What a relation of a database is'),
  TagType: words(['global'], 'Tags are global'),
  TeamPermission: words(
    principal.teamPermissions,
    'What a team may do with its datastores; each includes those before it',
  ),
  Timeframe: words(timeframe.timeframes, 'How far back: 7 days, or one, three or twelve months'),
  UserSort: words(userSorts, 'By what users are sorted'),
  UserType: words(user.userTypes, 'A person, or a program with a user of its own'),
  PropertyKind: words(ruleType.propertyKinds, 'What a property of a rule asks for'),
  RuleScope: words(ruleType.ruleScopes, 'How many fields a check of the rule names'),
  SqlSide: words(ruleType.sqlSides, 'Whose SQL it is: that of the own datastore, or of the other container'),
}
