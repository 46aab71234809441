import * as anomaly from '../../model/anomaly-record.ts'
import * as audit from '../../model/audit.ts'
import * as check from '../../model/check-record.ts'
import * as connection from '../../model/connection.ts'
import * as container from '../../model/container-record.ts'
import * as scan from '../../model/container-scan-record.ts'
import * as datastore from '../../model/datastore-record.ts'
import * as inbox from '../../model/inbox.ts'
import * as notification from '../../model/notification.ts'
import * as operation from '../../model/operation-record.ts'
import * as tag from '../../model/tag.ts'
import * as user from '../../model/user.ts'
import * as wire from '../../model/wire.ts'

/** What the API document calls the shapes that occur in it more than once; the others are written out where they stand. */
export const schemaNames = {
  Anomaly: anomaly.AnomalyRecord,
  AnomalyChange: anomaly.AnomalyChange,
  AnomalyComment: anomaly.AnomalyComment,
  AnomalyStatusChange: anomaly.AnomalyStatusChange,
  Activity: audit.Activity,
  MaskingEntry: audit.MaskingEntry,
  QualityCheck: check.Check,
  QualityCheckStub: check.CheckStub,
  QualityCheckVersion: check.CheckVersion,
  Connection: connection.Connection,
  ConnectionTest: connection.ConnectionTest,
  Container: container.Container,
  ContainerChange: container.ContainerChange,
  ContainerStub: container.ContainerStub,
  Field: container.Field,
  CheckResult: scan.CheckResult,
  ContainerScan: scan.ContainerScanRecord,
  ContainerScanSummary: scan.ContainerScan,
  SourceRecords: scan.SourceRecords,
  Datastore: datastore.Datastore,
  DatastoreChange: datastore.DatastoreChange,
  DatastoreStub: datastore.DatastoreStub,
  InboxMessage: inbox.InboxMessage,
  NotificationSpecification: notification.NotificationSpecification,
  OperationContainer: operation.OperationContainer,
  OperationLog: operation.OperationLog,
  GlobalTag: tag.GlobalTag,
  GlobalTagInput: tag.GlobalTagInput,
  Team: user.Team,
  TeamChange: user.TeamChange,
  TeamInput: user.TeamInput,
  TeamStub: user.TeamStub,
  NewToken: user.NewToken,
  Token: user.Token,
  TokenInput: user.TokenInput,
  User: user.User,
  UserChange: user.UserChange,
  UserInput: user.UserInput,
  IdAndName: wire.IdAndName,
  Person: user.Person,
} as const
