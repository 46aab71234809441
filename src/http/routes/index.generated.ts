// Written by `npm run generate`; do not edit.
import activity from './activity.routes.ts'
import anomalies from './anomalies.routes.ts'
import auditLogs from './audit-logs.routes.ts'
import checkTemplates from './check-templates.routes.ts'
import checkTrials from './check-trials.routes.ts'
import checks from './checks.routes.ts'
import computedFields from './computed-fields.routes.ts'
import configApplies from './config-applies.routes.ts'
import connections from './connections.routes.ts'
import containerScans from './container-scans.routes.ts'
import containers from './containers.routes.ts'
import datastores from './datastores.routes.ts'
import events from './events.routes.ts'
import exports from './exports.routes.ts'
import fieldProfiles from './field-profiles.routes.ts'
import fields from './fields.routes.ts'
import flows from './flows.routes.ts'
import insights from './insights.routes.ts'
import metrics from './metrics.routes.ts'
import notifications from './notifications.routes.ts'
import observability from './observability.routes.ts'
import onboarding from './onboarding.routes.ts'
import operations from './operations.routes.ts'
import qualityScores from './quality-scores.routes.ts'
import schedules from './schedules.routes.ts'
import search from './search.routes.ts'
import sessions from './sessions.routes.ts'
import status from './status.routes.ts'
import tags from './tags.routes.ts'
import teams from './teams.routes.ts'
import userTokens from './user-tokens.routes.ts'
import users from './users.routes.ts'

export default [
  activity,
  anomalies,
  auditLogs,
  checkTemplates,
  checkTrials,
  checks,
  computedFields,
  configApplies,
  connections,
  containerScans,
  containers,
  datastores,
  events,
  exports,
  fieldProfiles,
  fields,
  flows,
  insights,
  metrics,
  notifications,
  observability,
  onboarding,
  operations,
  qualityScores,
  schedules,
  search,
  sessions,
  status,
  tags,
  teams,
  userTokens,
  users,
] as const
