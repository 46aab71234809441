// Written by `npm run generate`; do not edit.
import activityList from './activity/list.route.ts'
import anomaliesBulkRemove from './anomalies/bulk-remove.route.ts'
import anomaliesBulkUpdate from './anomalies/bulk-update.route.ts'
import anomaliesComment from './anomalies/comment.route.ts'
import anomaliesComments from './anomalies/comments.route.ts'
import anomaliesGet from './anomalies/get.route.ts'
import anomaliesHistory from './anomalies/history.route.ts'
import anomaliesList from './anomalies/list.route.ts'
import anomaliesRemoveComment from './anomalies/remove-comment.route.ts'
import anomaliesRemove from './anomalies/remove.route.ts'
import anomaliesSourceRecordCsv from './anomalies/source-record-csv.route.ts'
import anomaliesSourceRecord from './anomalies/source-record.route.ts'
import anomaliesUpdate from './anomalies/update.route.ts'
import auditLogsMasking from './audit-logs/masking.route.ts'
import auditLogsVerification from './audit-logs/verification.route.ts'
import checksBulkRemove from './checks/bulk-remove.route.ts'
import checksBulkUpdate from './checks/bulk-update.route.ts'
import checksCreate from './checks/create.route.ts'
import checksGet from './checks/get.route.ts'
import checksInsights from './checks/insights.route.ts'
import checksList from './checks/list.route.ts'
import checksListing from './checks/listing.route.ts'
import checksRemove from './checks/remove.route.ts'
import checksUpdate from './checks/update.route.ts'
import checksVersion from './checks/version.route.ts'
import checksVersions from './checks/versions.route.ts'
import connectionsCreate from './connections/create.route.ts'
import connectionsGet from './connections/get.route.ts'
import connectionsList from './connections/list.route.ts'
import connectionsRemove from './connections/remove.route.ts'
import connectionsTest from './connections/test.route.ts'
import connectionsUpdate from './connections/update.route.ts'
import containerScansAnomalies from './container-scans/anomalies.route.ts'
import containerScansChecks from './container-scans/checks.route.ts'
import containerScansGet from './container-scans/get.route.ts'
import containerScansList from './container-scans/list.route.ts'
import containerScansSourceRecordsDownload from './container-scans/source-records-download.route.ts'
import containerScansSourceRecords from './container-scans/source-records.route.ts'
import containersFields from './containers/fields.route.ts'
import containersGet from './containers/get.route.ts'
import containersList from './containers/list.route.ts'
import containersListing from './containers/listing.route.ts'
import containersRemove from './containers/remove.route.ts'
import containersTag from './containers/tag.route.ts'
import containersUpdate from './containers/update.route.ts'
import datastoresCreate from './datastores/create.route.ts'
import datastoresFavorite from './datastores/favorite.route.ts'
import datastoresGet from './datastores/get.route.ts'
import datastoresLinkEnrichment from './datastores/link-enrichment.route.ts'
import datastoresList from './datastores/list.route.ts'
import datastoresListing from './datastores/listing.route.ts'
import datastoresRemove from './datastores/remove.route.ts'
import datastoresTest from './datastores/test.route.ts'
import datastoresTry from './datastores/try.route.ts'
import datastoresUnlinkEnrichment from './datastores/unlink-enrichment.route.ts'
import datastoresUpdate from './datastores/update.route.ts'
import fieldsBulkUpdate from './fields/bulk-update.route.ts'
import fieldsGet from './fields/get.route.ts'
import fieldsList from './fields/list.route.ts'
import fieldsUpdate from './fields/update.route.ts'
import flowsNotificationSpecifications from './flows/notification-specifications.route.ts'
import flowsNotificationTest from './flows/notification-test.route.ts'
import flowsNotificationTokens from './flows/notification-tokens.route.ts'
import notificationsList from './notifications/list.route.ts'
import notificationsUpdate from './notifications/update.route.ts'
import operationsAbort from './operations/abort.route.ts'
import operationsContainers from './operations/containers.route.ts'
import operationsEvents from './operations/events.route.ts'
import operationsGet from './operations/get.route.ts'
import operationsList from './operations/list.route.ts'
import operationsLogs from './operations/logs.route.ts'
import operationsRemove from './operations/remove.route.ts'
import operationsRerun from './operations/rerun.route.ts'
import operationsResume from './operations/resume.route.ts'
import operationsRun from './operations/run.route.ts'
import operationsScanChecks from './operations/scan-checks.route.ts'
import schedulesCreate from './schedules/create.route.ts'
import schedulesGet from './schedules/get.route.ts'
import schedulesList from './schedules/list.route.ts'
import schedulesRemove from './schedules/remove.route.ts'
import schedulesUpdate from './schedules/update.route.ts'
import statusGet from './status/get.route.ts'
import statusHealth from './status/health.route.ts'
import tagsCreate from './tags/create.route.ts'
import tagsGet from './tags/get.route.ts'
import tagsList from './tags/list.route.ts'
import tagsListing from './tags/listing.route.ts'
import tagsRemove from './tags/remove.route.ts'
import teamsCreate from './teams/create.route.ts'
import teamsGet from './teams/get.route.ts'
import teamsList from './teams/list.route.ts'
import teamsListing from './teams/listing.route.ts'
import teamsRemove from './teams/remove.route.ts'
import teamsUpdate from './teams/update.route.ts'
import userTokensCreate from './user-tokens/create.route.ts'
import userTokensListService from './user-tokens/list-service.route.ts'
import userTokensList from './user-tokens/list.route.ts'
import userTokensRevoke from './user-tokens/revoke.route.ts'
import userTokensUpdate from './user-tokens/update.route.ts'
import usersCreate from './users/create.route.ts'
import usersGet from './users/get.route.ts'
import usersList from './users/list.route.ts'
import usersMe from './users/me.route.ts'
import usersRemove from './users/remove.route.ts'
import usersUpdate from './users/update.route.ts'

export default [
  activityList,
  anomaliesBulkRemove,
  anomaliesBulkUpdate,
  anomaliesComment,
  anomaliesComments,
  anomaliesGet,
  anomaliesHistory,
  anomaliesList,
  anomaliesRemoveComment,
  anomaliesRemove,
  anomaliesSourceRecordCsv,
  anomaliesSourceRecord,
  anomaliesUpdate,
  auditLogsMasking,
  auditLogsVerification,
  checksBulkRemove,
  checksBulkUpdate,
  checksCreate,
  checksGet,
  checksInsights,
  checksList,
  checksListing,
  checksRemove,
  checksUpdate,
  checksVersion,
  checksVersions,
  connectionsCreate,
  connectionsGet,
  connectionsList,
  connectionsRemove,
  connectionsTest,
  connectionsUpdate,
  containerScansAnomalies,
  containerScansChecks,
  containerScansGet,
  containerScansList,
  containerScansSourceRecordsDownload,
  containerScansSourceRecords,
  containersFields,
  containersGet,
  containersList,
  containersListing,
  containersRemove,
  containersTag,
  containersUpdate,
  datastoresCreate,
  datastoresFavorite,
  datastoresGet,
  datastoresLinkEnrichment,
  datastoresList,
  datastoresListing,
  datastoresRemove,
  datastoresTest,
  datastoresTry,
  datastoresUnlinkEnrichment,
  datastoresUpdate,
  fieldsBulkUpdate,
  fieldsGet,
  fieldsList,
  fieldsUpdate,
  flowsNotificationSpecifications,
  flowsNotificationTest,
  flowsNotificationTokens,
  notificationsList,
  notificationsUpdate,
  operationsAbort,
  operationsContainers,
  operationsEvents,
  operationsGet,
  operationsList,
  operationsLogs,
  operationsRemove,
  operationsRerun,
  operationsResume,
  operationsRun,
  operationsScanChecks,
  schedulesCreate,
  schedulesGet,
  schedulesList,
  schedulesRemove,
  schedulesUpdate,
  statusGet,
  statusHealth,
  tagsCreate,
  tagsGet,
  tagsList,
  tagsListing,
  tagsRemove,
  teamsCreate,
  teamsGet,
  teamsList,
  teamsListing,
  teamsRemove,
  teamsUpdate,
  userTokensCreate,
  userTokensListService,
  userTokensList,
  userTokensRevoke,
  userTokensUpdate,
  usersCreate,
  usersGet,
  usersList,
  usersMe,
  usersRemove,
  usersUpdate,
] as const
