import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '../../launch/places.js'
import { connectOwner } from '../../server/src/platform/db/test-owner.ts'
import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import { startPostgres } from '../support/postgres.ts'
import { questions } from './questions.ts'
import { seed, seeded } from './seed.ts'
import { measure } from './statements.ts'

const explainedFile = join(root, 'bench', 'results', 'lists-explained.txt')

export const lists: Benchmark = {
  about: `what lists, filters, search and dashboard cost the database with ${seeded.slides} slides in each of two organisations`,
  run: async (stage) => {
    await stage.requireSpace(6e9)
    const { url } = await startPostgres(stage)
    const owner = await connectOwner(url)
    stage.onEnd(() => owner.end())
    await seed(owner, stage.say)

    const figures: Figure[] = []
    const explained: string[] = []
    for (const question of questions) {
      const { milliseconds, explained: plan } = await measure(owner, question)
      figures.push({ name: question.name, value: milliseconds, unit: 'ms', atMost: question.atMost })
      explained.push(`${'='.repeat(20)} ${question.name}: ${milliseconds.toFixed(1)} ms\n\n${plan}`)
    }
    await writeFile(explainedFile, `${explained.join('\n\n')}\n`)
    stage.say(`how the database goes about each is in ${relative(root, explainedFile)}`)
    return { figures }
  },
}
