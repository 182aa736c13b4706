import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../id.ts'
import { createMigratedDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseAway, postgresError } from './failures.ts'
import { organizations, projects } from './schema/index.ts'

let testDatabase: TestDatabase
let database: Database
const home = newId()
const away = newId()

beforeAll(async () => {
  testDatabase = await createMigratedDatabase()
  database = openDatabase({ url: testDatabase.url, maxConnections: 2 })
  const branding = { primary: null, accent: null, logo: null }
  await database.asSystem((tx) =>
    tx.insert(organizations).values([
      { id: home, name: 'home', displayName: 'Home', branding },
      { id: away, name: 'away', displayName: 'Away', branding },
    ]),
  )
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const newProject = (organizationId: string, name: string) => ({
  id: newId(),
  organizationId,
  name,
  nameKey: name,
  searchKey: name,
})

test('a write is told of once others see it', async () => {
  const before = await database.asMember({ organizationId: home }, async (tx) => {
    // Whoever has a number counts as writing.
    await tx.execute(sql`select pg_current_xact_id()`)
    return database.lastWrite()
  })
  const after = await database.lastWrite()
  expect(after === null || after !== before).toBe(true)
})

test('of two that wait for each other both come through, one of them at a later try', async () => {
  const names = ['one', 'other'] as const
  const [one, other] = names.map((name) => newProject(home, name)) as [Row, Row]
  await database.asMember({ organizationId: home }, (tx) => tx.insert(projects).values([one, other]))
  const bothHold = meeting(2)
  let tries = 0
  const change = (first: Row, second: Row) =>
    database.asMember({ organizationId: home }, async (tx) => {
      tries += 1
      const rename = ({ id }: Row) =>
        tx
          .update(projects)
          .set({ name: sql`${projects.name} || '!'` })
          .where(eq(projects.id, id))
      await rename(first)
      await bothHold()
      await rename(second)
    })
  await Promise.all([change(one, other), change(other, one)])
  const seen = await database.asMember({ organizationId: home }, (tx) => tx.select().from(projects))
  expect(seen.map(({ name }) => name).sort()).toEqual(names.map((name) => `${name}!!`))
  // More where the one that is left wakes up late.
  expect(tries).toBeGreaterThan(2)
  await database.asSystem((tx) => tx.delete(projects).where(eq(projects.organizationId, home)))
})

type Row = ReturnType<typeof newProject>

/** Lets nobody pass until so many have come; who comes later passes at once. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === size) resolve()
    return promise
  }
}

describe('a transaction of a member', () => {
  test('sees and writes its organisation only', async () => {
    await database.asMember({ organizationId: away }, (tx) =>
      tx.insert(projects).values(newProject(away, 'theirs')),
    )
    const seen = await database.asMember({ organizationId: home }, (tx) => tx.select().from(projects))
    expect(seen).toEqual([])
    const foreign = database.asMember({ organizationId: home }, (tx) =>
      tx.insert(projects).values(newProject(away, 'smuggled')),
    )
    expect(postgresError(await foreign.catch((error: unknown) => error))?.message).toMatch(
      /row-level security/,
    )
    const changed = await database.asMember({ organizationId: home }, (tx) =>
      tx.update(projects).set({ name: 'taken over' }).returning(),
    )
    expect(changed).toEqual([])
  })

  test('leaves nothing behind on its connection', async () => {
    await database.asMember({ organizationId: home }, (tx) => tx.select().from(projects))
    const left = await database.asSystem((tx) =>
      tx.execute(
        sql`select current_setting('app.organization_id', true) as organization, current_user as "user"`,
      ),
    )
    expect(left.rows).toEqual([{ organization: '', user: 'cresyl_system' }])
  })

  test('is undone as a whole when its work fails', async () => {
    const failing = database.asMember({ organizationId: home }, async (tx) => {
      await tx.insert(projects).values(newProject(home, 'half'))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    const seen = await database.asMember({ organizationId: home }, (tx) => tx.select().from(projects))
    expect(seen).toEqual([])
  })

  test('refuses an organisation that is no id', () => {
    expect(() => database.asMember({ organizationId: "x'; drop table projects" }, async () => 1)).toThrow(
      /UUID/,
    )
  })

  test('hides deleted rows unless asked for them', async () => {
    const gone = { ...newProject(away, 'gone'), deletedAt: new Date() }
    await database.asMember({ organizationId: away, showDeleted: true }, (tx) =>
      tx.insert(projects).values(gone),
    )
    const names = (showDeleted: boolean) =>
      database.asMember({ organizationId: away, showDeleted }, async (tx) =>
        (await tx.select().from(projects)).map(({ name }) => name),
      )
    expect(await names(false)).not.toContain('gone')
    expect(await names(true)).toContain('gone')
  })

  test('survives the loss of its connection: the next one gets another', async () => {
    const cut = database.asSystem((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
    await expect(cut).rejects.toThrow()
    await database.ping()
  })
})

test('a connection that ends in the moment it is ready fails its work and nothing else', async () => {
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + body.length)
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
  }
  const farewell = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const [welcome, ready] = [message('R', '\0\0\0\0'), message('Z', 'I')]
      socket.end(Buffer.concat([welcome, ready, message('E', farewell)]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cutOff = openDatabase({ url: `postgres://cresyl@127.0.0.1:${port}/cresyl` })

  await expect(cutOff.asSystem((tx) => tx.execute('select 1'))).rejects.toSatisfy(isDatabaseAway)
  await cutOff.close()
  server.close()
})
