import type pg from 'pg'
import { expect } from 'vitest'
import { request, type TestApi, type TestMember } from '../test-api.ts'

/** What tests of downloads ask, and what is left of them in the tables. */
export function followDownloads(api: () => TestApi, owner: () => pg.Client) {
  const rowsOf = async (sql: string, id: string) => (await owner().query(sql, [id])).rows
  return {
    ask: (id: string, member: TestMember) =>
      request(api(), member, { url: `/api/files/${id}/download-url/` }),
    fetchFrom: async (address: string): Promise<Buffer> => {
      const { host, pathname, search } = new URL(address)
      const reply = await api().app.inject({ url: pathname + search, headers: { host } })
      expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
      return reply.rawPayload
    },
    downloadsOf: (id: string) =>
      rowsOf(
        'select kind, user_id, bytes::int, deidentified from downloads where file_id = $1 order by id',
        id,
      ),
    audited: (id: string) =>
      rowsOf(
        `select user_id, details from audits where subject_id = $1 and event = 'file.downloaded' order by id`,
        id,
      ),
  }
}
