// Written by `npm run generate`; do not edit.
import email from './email.channel.ts'
import httpAction from './http-action.channel.ts'
import inApp from './in-app.channel.ts'
import jira from './jira.channel.ts'
import msftTeams from './msft-teams.channel.ts'
import openLineage from './open-lineage.channel.ts'
import pagerDuty from './pager-duty.channel.ts'
import serviceNow from './service-now.channel.ts'
import slack from './slack.channel.ts'
import webhook from './webhook.channel.ts'

export default [
  email,
  httpAction,
  inApp,
  jira,
  msftTeams,
  openLineage,
  pagerDuty,
  serviceNow,
  slack,
  webhook,
] as const
