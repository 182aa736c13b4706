import { addSigningKey, type KeyState, listKeys } from '../identity/keys.ts'
import type { Command } from './command.ts'
import { requireEmbedded } from './require-embedded.ts'
import { readOptions } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const keysRotate: Command = {
  name: 'keys rotate',
  usage: 'keys rotate',
  summary:
    'Create a new key for signing tokens. Running servers use it within eleven minutes; no one is signed out.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    requireEmbedded(environment, 'Its keys are managed there.')
    const { kid, signsFrom } = await withPlatform(environment, addSigningKey)
    output.write(`${kid} signs from ${signsFrom.toISOString()}\n`)
    return 0
  },
}

const stateWords: Record<KeyState, string> = {
  signs: 'signs',
  waits: 'is published, signs from',
  served: 'signs no more, still accepted',
}

export const keysList: Command = {
  name: 'keys list',
  usage: 'keys list',
  summary: 'List the keys for signing tokens, newest first.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    requireEmbedded(environment, 'Its keys are managed there.')
    for (const { kid, createdAt, signsFrom, state } of await withPlatform(environment, listKeys)) {
      const from = state === 'waits' ? ` ${signsFrom.toISOString()}` : ''
      output.write(`${kid}  made ${createdAt.toISOString()}  ${stateWords[state]}${from}\n`)
    }
    return 0
  },
}
