import type { Database } from '../../db/database.ts'

export interface CutDatabase extends Database {
  /** From now on nothing gets through, as if the network were gone. */
  cut(): void
  mend(): void
  /** Tells of each transaction from now on whether it is committed although its answer never arrives. */
  loseAnswers(isLost: () => boolean): void
}

/** The same database, as a worker sees it whose connection can be lost. */
export function cutDatabase(database: Database): CutDatabase {
  let away = false
  let isLost = () => false
  const refuse = () => {
    if (away) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const through = async <T>(transaction: () => Promise<T>): Promise<T> => {
    refuse()
    const result = await transaction()
    if (isLost()) throw new Error('Connection terminated unexpectedly')
    refuse()
    return result
  }
  return {
    ...database,
    asSystem: (work) => through(() => database.asSystem(work)),
    asMember: (scope, work) => through(() => database.asMember(scope, work)),
    ping: () => through(() => database.ping()),
    lastWrite: () => through(() => database.lastWrite()),
    close: async () => {},
    cut: () => {
      away = true
    },
    mend: () => {
      away = false
    },
    loseAnswers: (given) => {
      isLost = given
    },
  }
}
