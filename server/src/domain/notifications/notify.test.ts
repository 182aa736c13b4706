import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/id.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { type News, notify } from './notify.ts'

let cluster: TestDatabase
let database: Database
let owner: pg.Client

const home = newId()
const away = newId()
const people = {
  admin: newId(),
  second: newId(),
  user: newId(),
  left: newId(),
  banned: newId(),
  foreign: newId(),
}
const now = new Date('2026-05-04T08:00:00Z')

beforeAll(async () => {
  cluster = await createMigratedDatabase()
  database = openDatabase({ url: cluster.url })
  owner = new pg.Client({ connectionString: cluster.url })
  await owner.connect()
  for (const [id, name] of Object.entries({ [home]: 'home', [away]: 'away' })) {
    await owner.query(
      "insert into organizations (id, name, display_name, branding) values ($1, $2, $2, '{}')",
      [id, name],
    )
  }
  for (const [name, id] of Object.entries(people)) {
    await owner.query(
      "insert into users (id, issuer, subject, email, name, disabled_at) values ($1::uuid, 'embedded', $1::text, $2, $3, $4)",
      [id, `${name}@test.example`, name, name === 'banned' ? now : null],
    )
    await owner.query(
      'insert into memberships (organization_id, user_id, role, disabled_at) values ($1, $2, $3, $4)',
      [
        name === 'foreign' ? away : home,
        id,
        name === 'user' ? 'user' : 'admin',
        name === 'left' ? now : null,
      ],
    )
  }
})

afterAll(async () => {
  await owner.end()
  await database.close()
  await cluster.drop()
})

beforeEach(async () => {
  await owner.query('delete from notifications')
  await owner.query('delete from outgoing_mails')
  await owner.query('delete from profiles')
})

const transactions = {
  'a member': <T>(work: (tx: Tx) => Promise<T>) =>
    database.asMember({ organizationId: home, userId: people.user }, work),
  'the platform': <T>(work: (tx: Tx) => Promise<T>) => database.asSystem(work),
}

function newsTo(to: News['to'], change: Partial<News> = {}): News {
  const text = 'Ada joined as User.'
  return { organizationId: home, kind: 'member.joined', text, link: '/manage-org', to, now, ...change }
}

async function told(): Promise<string[]> {
  const { rows } = await owner.query('select user_id from notifications order by user_id')
  return rows.map(({ user_id }) => user_id)
}

describe.each(Object.keys(transactions) as (keyof typeof transactions)[])(
  'in a transaction of %s',
  (whose) => {
    const within = transactions[whose]

    test('tells everyone whose role holds the permission, the disabled aside', async () => {
      await within((tx) => notify(tx, newsTo({ permission: 'update:organization_settings' })))
      expect(await told()).toEqual([people.admin, people.second].sort())
      const { rows } = await owner.query('select * from notifications')
      expect(rows[0]).toMatchObject({
        organization_id: home,
        kind: 'member.joined',
        text: 'Ada joined as User.',
        link: '/manage-org',
        created_at: now,
        read_at: null,
      })
    })

    test('leaves out who did it', async () => {
      const news = newsTo({ permission: 'update:organization_settings' }, { except: people.second })
      await within((tx) => notify(tx, news))
      expect(await told()).toEqual([people.admin])
    })

    test('tells only those of the named who are active members', async () => {
      await within((tx) => notify(tx, newsTo([people.user, people.left, people.banned, people.foreign])))
      expect(await told()).toEqual([people.user])
    })

    test('follows what each person chose for the kind', async () => {
      await choose(people.admin, { 'member.joined': { in_app: false, email: true } })
      await choose(people.second, { 'organization.quota': { in_app: false, email: true } })
      await within((tx) => notify(tx, newsTo([people.admin, people.second])))
      expect(await told()).toEqual([people.second])
      const { rows } = await owner.query('select recipient, subject, body, link from outgoing_mails')
      expect(rows).toEqual([
        {
          recipient: 'admin@test.example',
          subject: 'Cresyl: Someone joined',
          body: 'Ada joined as User.',
          link: '/manage-org',
        },
      ])
    })
  },
)

test('a member can tell nobody of another organisation', async () => {
  await transactions['a member']((tx) => notify(tx, newsTo([people.foreign], { organizationId: away })))
  expect(await told()).toEqual([])
})

async function choose(userId: string, preferences: object): Promise<void> {
  await owner.query('insert into profiles (user_id, notifications) values ($1, $2)', [userId, preferences])
}
