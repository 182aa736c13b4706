import { inject } from 'vitest'
import { addDatabase, copyDatabase, type TestDatabase } from './test-cluster-databases.ts'

export type { TestDatabase }

/** A fresh, empty database on the test cluster, with an owner of its own. */
export const createTestDatabase = (): Promise<TestDatabase> => addDatabase(inject('testPostgresUrl'))

/** A database as `migrate` leaves it: a copy of one that was migrated once for all. They share their owner. */
export const createMigratedDatabase = (): Promise<TestDatabase> =>
  copyDatabase(inject('testPostgresUrl'), inject('testTemplateUrl'))
