import type { Command } from '../command.ts'
import { convert } from './convert.ts'
import { deidentify } from './deidentify.ts'
import { info } from './info.ts'
import { make } from './make.ts'
import { region } from './region.ts'
import { thumbnail } from './thumbnail.ts'
import { tile } from './tile.ts'

export const commands: readonly Command[] = [info, tile, thumbnail, region, convert, deidentify, make]
