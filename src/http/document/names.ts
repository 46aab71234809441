import * as appliedFiles from '../../model/applied-files.ts'
import * as anomaly from '../../model/anomaly-record.ts'
import * as audit from '../../model/audit.ts'
import * as insights from '../../model/check-insights.ts'
import * as check from '../../model/check-record.ts'
import * as connection from '../../model/connection.ts'
import * as measurement from '../../model/container-measurement.ts'
import * as container from '../../model/container-record.ts'
import * as scan from '../../model/container-scan-record.ts'
import * as datastore from '../../model/datastore-record.ts'
import * as facet from '../../model/facet.ts'
import * as inbox from '../../model/inbox.ts'
import * as notification from '../../model/notification.ts'
import * as observability from '../../model/observability.ts'
import * as operation from '../../model/operation-record.ts'
import * as profile from '../../model/profile-record.ts'
import * as score from '../../model/quality-score.ts'
import * as session from '../../model/session.ts'
import * as tag from '../../model/tag.ts'
import * as trend from '../../model/trend.ts'
import * as serviceSetting from '../../model/service-setting.ts'
import * as user from '../../model/user.ts'
import * as wire from '../../model/wire.ts'

import type { NamedSchema } from './named-schemas.ts'
import { wordNames } from './word-names.ts'

/** The names and descriptions of shapes that have no title, for the API document. */
export const schemaNames: Record<string, NamedSchema> = {
  ...wordNames,
  Activity: { schema: audit.Activity, doc: 'An entry of the audit log: who did what, when and to what' },
  Anomaly: {
    schema: anomaly.AnomalyRecord,
    doc: 'What a failed check found: one failing row, or a finding about the container or many rows',
  },
  AnomalyChange: {
    schema: anomaly.AnomalyChange,
    doc: 'A change of an anomaly by people. Members that are left out stay; a list replaces the whole list',
  },
  AnomalyComment: { schema: anomaly.AnomalyComment, doc: 'What somebody said of an anomaly' },
  AnomalyCommentInput: { schema: anomaly.AnomalyCommentInput, doc: 'A new comment' },
  AnomalyRemoval: {
    schema: anomaly.IdentifiedAnomalyRemoval,
    doc: 'How one of several anomalies is put away',
  },
  AnomalySourceRecords: {
    schema: anomaly.SourceRecordText,
    doc: 'Failing rows of one anomaly, as JSON text, so that no reader rounds a number',
  },
  AnomalyStatusChange: {
    schema: anomaly.AnomalyStatusChange,
    doc: 'One change of the status of an anomaly: by a person, or by a scan that no longer found it. Or what its row was before a scan found it with other values; then the status stays',
  },
  AuditVerification: { schema: audit.AuditVerification, doc: 'Whether the audit log is as it was written' },
  CheckInsights: {
    schema: insights.CheckInsights,
    doc: 'What a check concluded, day by day: the last run of each day in full, all of them in the totals',
  },
  CheckResult: { schema: scan.CheckResult, doc: 'The verdict on one check in one container scan' },
  Connection: { schema: connection.Connection, doc: 'How a source is reached, without secrets' },
  ConnectionTest: { schema: connection.ConnectionTest, doc: 'Whether a source answered' },
  Container: { schema: container.Container, doc: 'A table, a view, a file or several files that are one' },
  ContainerChange: {
    schema: container.ContainerChange,
    doc: 'A change of a container. Members that are left out stay; null clears, and gives a setting of files its default back',
  },
  ContainerMeasurement: {
    schema: measurement.ContainerMeasurement,
    doc: 'How large a container was at some time',
  },
  ContainerScan: {
    schema: scan.ContainerScanRecord,
    doc: 'What one scan did with one container, part by part',
  },
  ContainerScanSummary: { schema: scan.ContainerScan, doc: 'What one scan did with one container' },
  ContainerStub: { schema: container.ContainerStub, doc: 'The least that is told of a container' },
  RunContainer: { schema: container.RunContainer, doc: 'The least that runs tell of a container' },
  ContainerTagging: { schema: container.ContainerTagging, doc: 'Tags of one of several containers' },
  Datastore: { schema: datastore.Datastore, doc: 'One database schema or one folder, over a connection' },
  DatastoreChange: {
    schema: datastore.DatastoreChange,
    doc: 'A change of a datastore. Members that are left out stay; null clears where clearing means something',
  },
  DatastoreReference: { schema: datastore.DatastoreReference, doc: 'A datastore beside what belongs to it' },
  DatastoreStub: {
    schema: datastore.DatastoreStub,
    doc: 'What a datastore is to those who may know only that it exists, and in other resources',
  },
  Facets: { schema: facet.Facets, doc: 'Values that a list can be filtered by, by the name of the filter' },
  FieldProfile: { schema: profile.FieldProfile, doc: 'What was measured in one field' },
  Field: { schema: container.Field, doc: 'A field of a container' },
  FieldChange: { schema: container.FieldChange, doc: 'A change of a field. Members that are left out stay' },
  FieldRemoval: { schema: container.IdentifiedFieldRemoval, doc: 'How one of several fields is put away' },
  FieldToRestore: { schema: container.IdentifiedField, doc: 'One of several fields that are brought back' },
  GlobalTag: { schema: tag.GlobalTag, doc: 'A word that things carry, and what it adds to their weight' },
  ConfigApply: { schema: appliedFiles.ConfigApply, doc: 'Configuration that was applied from files' },
  ConfigApplyInput: { schema: appliedFiles.ConfigApplyInput, doc: 'What is about to be applied from files' },
  ConfigApplyEnd: { schema: appliedFiles.ConfigApplyEnd, doc: 'What became of an apply' },
  ConfigApplyWithFiles: { schema: appliedFiles.ConfigApplyWithFiles, doc: 'An apply with its files' },
  GlobalTagInput: { schema: tag.GlobalTagInput, doc: 'A new tag' },
  IdAndName: { schema: wire.IdAndName, doc: 'Something beside which its name is enough' },
  IdentifiedAnomalyChange: {
    schema: anomaly.IdentifiedAnomalyChange,
    doc: 'A change of one of several anomalies',
  },
  IdentifiedFieldChange: {
    schema: container.IdentifiedFieldChange,
    doc: 'A change of one of several fields',
  },
  IdentifiedQualityCheckChange: {
    schema: check.IdentifiedCheckChange,
    doc: 'A change of one of several checks',
  },
  InboxMessage: { schema: inbox.InboxMessage, doc: 'A message of the service to a user' },
  InboxMessageChange: {
    schema: inbox.InboxMessageChange,
    doc: 'Marks a message as read by the caller, or as unread again',
  },
  InboxSubject: { schema: inbox.InboxSubject, doc: 'What a message is about, as far as it is still there' },
  MaskingEntry: {
    schema: audit.MaskingEntry,
    doc: 'A look at masked values. Of a container it stands for the whole container scan that the endpoint names',
  },
  NewToken: { schema: user.NewToken, doc: 'A token with what authenticates, which is told only now' },
  NotificationSpecification: {
    schema: notification.NotificationSpecification,
    doc: 'A channel, and what it must be told',
  },
  NotificationTest: {
    schema: notification.NotificationTest,
    doc: 'How an attempt to notify ended; a target that refuses is an answer too',
  },
  NotificationTokens: {
    schema: notification.NotificationTokens,
    doc: 'What a message may say, by what sets it off',
  },
  ObservedContainer: {
    schema: observability.ObservedContainer,
    doc: 'How a container changed, what watches that, and what was found',
  },
  OperationContainer: { schema: operation.OperationContainer, doc: 'What a run did with one container' },
  OperationLog: { schema: operation.OperationLog, doc: 'A line in the log of a run' },
  Person: { schema: user.Person, doc: 'Somebody beside what they did or look after' },
  DatedQualityScore: { schema: score.DatedQualityScore, doc: 'A quality score and since when it holds' },
  QualityScore: { schema: score.QualityScore, doc: 'How good data is, as a whole and by dimensions' },
  ScoreSettings: { schema: score.ScoreSettings, doc: 'How a quality score is weighed' },
  ScoreSettingsChange: {
    schema: score.ScoreSettingsChange,
    doc: 'A change of how a quality score is weighed. Members that are left out stay; null gives one its default back',
  },
  QualityCheck: { schema: check.Check, doc: 'A demand on a container, with what the last scans made of it' },
  QualityCheckRemoval: { schema: check.IdentifiedCheckRemoval, doc: 'How one of several checks is put away' },
  QualityCheckStub: { schema: check.CheckStub, doc: 'What is told of a check in the list of all' },
  QualityCheckVersion: {
    schema: check.CheckVersion,
    doc: 'A check as it stood at some time; what it found since is counted all the same',
  },
  ScanStatement: { schema: scan.ScanStatement, doc: 'What a container scan sent to its source' },
  SourceRecords: {
    schema: scan.SourceRecords,
    doc: 'Failing rows as they were when they were found, each once',
  },
  Team: { schema: user.Team, doc: 'People who have the same permission on the same datastores' },
  TeamChange: {
    schema: user.TeamChange,
    doc: 'A change of a team. Members that are left out stay; a list replaces the whole list',
  },
  TeamInput: { schema: user.TeamInput, doc: 'A new team' },
  TeamStub: { schema: user.TeamStub, doc: 'A team where only its name and its permission matter' },
  Token: { schema: user.Token, doc: 'A token as it is listed: never what authenticates' },
  PermissionOfUser: {
    schema: user.PermissionOfUser,
    doc: 'What somebody may do with one datastore, and by which teams',
  },
  ServiceConfiguration: {
    schema: serviceSetting.ServiceConfiguration,
    doc: 'How the service is set up and how busy it is',
  },
  ServiceSetting: {
    schema: serviceSetting.ServiceSetting,
    doc: 'A setting as the process that answers has it, without what is secret',
  },
  ServiceWorkload: {
    schema: serviceSetting.ServiceWorkload,
    doc: 'How busy the service is, over all processes that share its database',
  },
  Self: { schema: user.Self, doc: 'The caller, and what the caller may do' },
  Session: { schema: session.Session, doc: 'A browser that signed in; its cookie stands for a token' },
  SessionInput: { schema: session.SessionInput, doc: 'What signs in: a token, or a one-time code' },
  SignInCode: { schema: session.SignInCode, doc: 'A code that opens one session' },
  SignInCodeInput: { schema: session.SignInCodeInput, doc: 'Whose code it is to be' },
  TokenChange: { schema: user.TokenChange, doc: 'Revokes a token, or restores it' },
  TokenInput: { schema: user.TokenInput, doc: 'A new token' },
  Trends: { schema: trend.Trends, doc: 'How the work on datastores went, day by day' },
  User: { schema: user.User, doc: 'A person, or a program with a user of its own' },
  UserChange: { schema: user.UserChange, doc: 'A change of a user. Members that are left out stay' },
  UserInput: { schema: user.UserInput, doc: 'A new user' },
  UserStub: { schema: user.UserStub, doc: 'Who somebody is, and what they may do' },
}
