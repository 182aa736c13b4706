import { join } from 'node:path'

/** The folder of real slides, where there is one; tests that need it are not declared without it. */
export const samplesFolder: string | undefined = process.env.CRESYL_SAMPLES || undefined

export const samplePath = (...names: string[]): string => join(samplesFolder ?? '', ...names)
