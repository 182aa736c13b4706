import { type News, notify } from '../../domain/notifications/notify.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

/** Tells a member something, and says what it became. */
export async function makeNotification(
  api: TestApi,
  to: TestMember,
  change: Partial<News> = {},
): Promise<{ id: string; text: string }> {
  const { organizationId, userId } = to
  const news: News = {
    organizationId,
    kind: 'organization.quota',
    text: `The storage quota is now ${nextSerial()} GB.`,
    to: [userId],
    now: api.context.clock.now(),
    ...change,
  }
  await api.context.database.asSystem((tx) => notify(tx, news))
  const { json } = await request(api, to, { url: '/api/notifications/?limit=-1' })
  const made = json.results.find(({ text }: { text: string }) => text === news.text)
  if (made === undefined) throw new Error('No notification')
  return made
}

export const notificationExamples = {
  listNotifications: async () => ({}),
  updateNotification: async (api, admin, caller = admin) => ({
    id: (await makeNotification(api, caller)).id,
    body: { read: true },
  }),
  readAllNotifications: async () => ({}),
} satisfies Partial<Examples>

export const notificationProvocations = {
  updateNotification: {
    not_found: async (api) => {
      const { id } = await makeNotification(api, api.home.user)
      const body = { read: true }
      return request(api, api.home.admin, { method: 'PATCH', url: `/api/notifications/${id}/`, body })
    },
  },
} satisfies Provocations
