import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseRoles } from '../db/roles.ts'
import { randomPassword } from './passwords.ts'

export interface TestDatabase {
  /** As a role with the rights of the embedded database's: it owns the database and is no superuser. */
  url: string
  drop(): Promise<void>
}

/** A fresh, empty database on the test cluster, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const password = randomPassword()
  await withAdministrator(async (client) => {
    await client.query(`create role ${name} login createrole createdb nosuperuser password '${password}'`)
    // An administrator who isn't a superuser may hand a database only to roles it belongs to.
    await client.query(`grant ${name} to current_user`)
    await shareDatabaseRoles(client, name)
    await client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`)
  })
  const url = new URL(inject('testPostgresUrl'))
  url.username = name
  url.password = password
  url.pathname = name
  return { url: url.href, drop: () => dropTestDatabase(name) }
}

/**
 * Roles belong to the whole cluster: on a cluster of its own, each database owner would have made these two
 * itself and be their administrator.
 */
async function shareDatabaseRoles(client: Client, owner: string): Promise<void> {
  for (const role of Object.values(databaseRoles)) {
    await client.query(
      `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    )
    await client.query(`grant ${role} to ${owner} with admin option`)
  }
}

async function dropTestDatabase(name: string): Promise<void> {
  await withAdministrator(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop owned by ${name}`)
    await client.query(`drop role ${name}`)
  })
}

async function withAdministrator(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: inject('testPostgresUrl') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
