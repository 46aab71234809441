import { Type, type Static } from 'typebox'
import { actionResults, eventTypes, executionResults, FlowAction } from './flow.ts'
import { operationResults, operationTypes } from './operation.ts'
import { described, Id, IdAndName, nullable, Timestamp } from './wire.ts'

const ActionExecution = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    action: FlowAction,
    result: described(Type.Enum(actionResults), 'How it ended, or how far it is'),
    message: nullable(Type.String(), 'What came of it, for people; null: there is nothing to say'),
    operation: nullable(
      Type.Object(
        {
          id: described(Id, 'The run'),
          type: described(Type.Enum(operationTypes), 'What it does'),
          result: described(Type.Enum(operationResults), 'How it ended, or how far it is'),
        },
        { title: 'FlowRun', description: 'The run that an action has started' },
      ),
      'The run that it has started; null: none, or it was deleted',
    ),
    notification: nullable(
      Type.Object(
        {
          type: Type.String({ description: 'The channel' }),
          delivery_id: Type.String({ description: 'What the receiver can tell repetitions by' }),
          attempts: Type.Integer({ description: 'How often it was tried' }),
          next_try: nullable(Timestamp, 'When it is tried again; null: it has ended'),
        },
        { title: 'FlowDelivery', description: 'How far the delivery of a notification is' },
      ),
      'Of a notification: its delivery; null for other actions',
    ),
    start_time: nullable(Timestamp, 'When it was begun; null: it was not'),
    end_time: nullable(Timestamp, 'When it ended; null: it has not'),
  },
  { title: 'FlowActionExecution', description: 'What became of one action' },
)
export type ActionExecution = Static<typeof ActionExecution>

/** One time that a flow was set off, with what became of each action. */
export const FlowExecution = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    flow: described(IdAndName, 'The flow'),
    trigger_type: described(
      Type.Enum(eventTypes),
      'What set it off; operation_start: the start of a run, of which lineage is told',
    ),
    trigger_id: nullable(
      Id,
      'The run, the anomaly, the container scan or the change of status that set it off, by its trigger; null: a time or a person did',
    ),
    datastore_id: nullable(Id, 'The datastore that it is about; null: none'),
    anomaly_count: Type.Integer({ description: 'How many anomalies it is about' }),
    triggered_by: Type.String({ description: 'Who started it by hand, or in whose name it acts' }),
    start_time: described(Timestamp, 'When it began'),
    end_time: nullable(Timestamp, 'When it ended; null: it has not'),
    result: described(Type.Enum(executionResults), 'How it ended, or that it goes on'),
    message: nullable(Type.String(), 'What went wrong, for people; null: nothing did'),
    action_executions: described(Type.Array(ActionExecution), 'What became of each action'),
  },
  { title: 'FlowExecution', description: 'One time that a flow was set off' },
)
export type FlowExecution = Static<typeof FlowExecution>
