import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashWhileWriting, victims } from './test-crash.ts'
import { makeProductPlace, type ProductPlace } from './test-product.ts'

const rounds = 10
let place: ProductPlace

beforeAll(async () => {
  place = await makeProductPlace()
})

afterAll(async () => {
  await place.remove()
})

describe('kill -9 during writes, on one data folder', () => {
  for (const victim of victims) {
    test.for(Array.from({ length: rounds }, (_, round) => round + 1))(
      `of the ${victim}, round %i: no acknowledged write is lost and the product goes on`,
      async (round, { task }) => {
        const acknowledged = await crashWhileWriting(place, [victim], `${victim} ${round}`)
        Object.assign(task.meta, { acknowledged })
        expect(acknowledged).toBeGreaterThan(0)
      },
    )
  }
})
