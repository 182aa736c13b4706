import { setImmediate } from 'node:timers/promises'
import { memorySource } from '../../source/memory-source.ts'
import { exerciseSlide } from './exercise-slide.ts'
import type { Case, Reply } from './watched-child.ts'

// Exercises each slide that its parent sends. A rejection that nobody handles ends the process, which tells the parent.
process.on('message', async (file: Case['file']) => {
  const reply = await exercise(file)
  // So that such a rejection is blamed on this slide, not on the next.
  await setImmediate()
  process.send?.(reply)
})

async function exercise(file: Case['file']): Promise<Reply> {
  try {
    const { vendor, read, errors } = await exerciseSlide(typeof file === 'string' ? file : memorySource(file))
    const peakBytes = process.resourceUsage().maxRSS * 1024
    return {
      outcome: {
        vendor,
        read,
        peakBytes,
        errors: errors.map(({ code, structure, reason }) => ({ code, structure, reason })),
      },
    }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
