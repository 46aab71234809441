import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whenOfCrontab } from '../../console/src/words/crontab.ts'

/** When a crontab fires, in words; null: no words are shorter than it. */
const words: Readonly<Record<string, string | null>> = {
  '0 6 * * 1-5': 'every weekday at 06:00',
  '0 6,18 * * mon,THU': 'every Monday and Thursday at 06:00 and 18:00',
  '0 0 * * 0': 'every Sunday at 00:00',
  '0 0 * * 7': 'every Sunday at 00:00',
  '0 0 * * fri-sun': 'every Friday, Saturday and Sunday at 00:00',
  '* * * * *': 'every minute',
  '*/15 * * * *': 'every 15 minutes',
  '15 * * * *': 'every hour at minute 15',
  '*/10 8-17 * * 1-5': 'every 10 minutes from 08:00 to 17:50, every weekday',
  '0 */2 * * *': 'every 2 hours',
  '0 0 1,15 * *': 'on the 1st and 15th of every month at 00:00',
  '0 3 31 12 *': 'on the 31st of December at 03:00',
  '0 6 * 6-8 *': 'every day in June, July and August at 06:00',
  // Without a star one of both days is enough.
  '0 0 13 * fri': 'on the 13th of every month, and every Friday, at 00:00',
  '0 0 1-31 * 1': 'every day at 00:00',
  '0 0 */2 * 1': null,
  '7,8,9,11,22,23,50 * * * *': null,
  '5/10 * * * *': null,
  '0 24 * * *': null,
  '0 0 * *': null,
  'every day': null,
}

describe('a crontab in words', () => {
  for (const [crontab, expected] of Object.entries(words))
    test(`${crontab}: ${expected ?? 'none'}`, () => assert.equal(whenOfCrontab(crontab), expected))
})
