import { Type } from 'typebox'
import { defineChannel, delivered, isAccepted, refusedBy, undelivered } from './channel.ts'
import { cutToBytes } from '../kernel/cut.ts'
import { setting } from '../kernel/setting.ts'
import { workspace } from './workspace.ts'

/** The older kind of webhook says so with a status of success when Teams did not take the message. */
const hiddenRefusal = /^Webhook message delivery failed/

/** Bytes: Teams takes 28 KB with the card around the text, and may count two bytes for each that is sent. */
const longestText = 13 * 1024

const teams = workspace({
  settings: {
    webhooks: setting({
      variable: 'ASSAY_TEAMS_WEBHOOKS',
      schema: Type.Array(Type.String({ pattern: String.raw`^[^=]*\S[^=]*=https?://\S+$` })),
      expected: 'name=https://host/path,name=https://host/path',
      fallback: [],
      absent: 'Microsoft Teams is not connected',
      sentence:
        'Channels of Microsoft Teams: a name to choose by, and the URL of a workflow that posts webhook requests into the channel.',
      secret: true,
    }),
  },
  /** Addresses by the name of the Teams channel that they post into. */
  connect: ({ webhooks }): Readonly<Record<string, string>> =>
    Object.fromEntries(
      webhooks.map((entry) => {
        const [name = '', ...url] = entry.split('=')
        return [name.trim(), url.join('=')]
      }),
    ),
  secrets: (webhooks) => ({ secrets: Object.values(webhooks), addresses: Object.values(webhooks) }),
})

/** Posts a card into a Microsoft Teams channel through the webhook that a workflow of that channel offers. */
export default defineChannel({
  type: 'MSFT_Teams',
  display_name: 'Microsoft Teams',
  workspace: teams,
  properties: [
    {
      field: 'channel',
      title: 'Channel',
      type: 'enum',
      required: true,
      placeholder: 'general',
      info: 'A channel whose webhook is in the settings.',
    },
  ],
  // Cards read a little Markdown: a value must not become a link that shows one address and opens another.
  plain: (value) => value.replaceAll('](', '] ('),
  async choices({ workspace: webhooks }) {
    const names = Object.keys(webhooks).sort()
    return names.length === 0 ? {} : { channel: names.map((name) => ({ label: name, value: name })) }
  },
  async deliver({ text }, { channel }, { workspace: webhooks, http }) {
    const url = Object.hasOwn(webhooks, channel) ? webhooks[channel] : undefined
    if (url === undefined) {
      return undelivered(
        'Microsoft Teams is not connected to this channel: add it to ASSAY_TEAMS_WEBHOOKS as name=URL, with the URL of a workflow that posts webhook requests into it.',
      )
    }
    const answer = await http.send({
      method: 'POST',
      url,
      body: JSON.stringify({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'TextBlock', text: cutToBytes(text, longestText), wrap: true }],
            },
          },
        ],
      }),
    })
    if (!isAccepted(answer) || hiddenRefusal.test(answer.text)) return refusedBy('Microsoft Teams', answer)
    return delivered(`Microsoft Teams accepted the message for ${channel}.`)
  },
  examples: [
    {
      shows: 'posts a card through the webhook of the channel',
      settings: {
        ASSAY_TEAMS_WEBHOOKS: 'general=http://sink.example/general, data=http://sink.example/data?sig=s3cret',
      },
      parameters: { channel: 'data' },
      message: { text: 'orders: 3 rows have no customer', delivery_id: 'delivery-1' },
      sends: {
        path: '/data?sig=s3cret',
        body: {
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              content: {
                type: 'AdaptiveCard',
                version: '1.4',
                body: [{ type: 'TextBlock', text: 'orders: 3 rows have no customer', wrap: true }],
              },
            },
          ],
        },
      },
      answers: { status: 202, body: '' },
      outcome: { success: true, message: 'Microsoft Teams accepted the message for data.' },
    },
    {
      shows: 'says what to set when the channel has no webhook',
      parameters: { channel: 'general' },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: null,
      outcome: {
        success: false,
        message:
          'Microsoft Teams is not connected to this channel: add it to ASSAY_TEAMS_WEBHOOKS as name=URL, with the URL of a workflow that posts webhook requests into it.',
      },
    },
  ],
})
