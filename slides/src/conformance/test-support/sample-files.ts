import { readdirSync } from 'node:fs'
import { samplePath } from '../../test-support/test-samples.ts'

/** The samples in these folders, as `folder/name`. */
export const sampleFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) => readdirSync(samplePath(folder)).map((name) => `${folder}/${name}`))
