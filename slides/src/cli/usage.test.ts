import { describe, expect, it } from 'vitest'
import { type OptionTable, readWords, UsageError } from './usage.ts'

const table = {
  output: { kind: 'text', short: 'o', value: 'FILE', help: '' },
  format: { kind: 'text', value: 'NAME', choices: ['bigtiff', 'ome-tiff'], default: 'bigtiff', help: '' },
  level: { kind: 'integer', short: 'l', value: 'N', minimum: 0, maximum: 20, help: '' },
  mpp: { kind: 'number', value: 'UM', minimum: 0.01, help: '' },
  x: { kind: 'integer', value: 'PX', help: '' },
  force: { kind: 'flag', short: 'f', help: '' },
} as const satisfies OptionTable

const read = (line: string) => readWords(line.split(' ').filter(Boolean), ['FILE'], table)

describe('readWords', () => {
  it('reads options in every usual spelling and arguments wherever they stand', () => {
    const { arguments: found, options } = read('-o out.png slide.svs --level=3 --mpp 0.5 -f --x -12')
    expect(found).toEqual(['slide.svs'])
    expect(options).toEqual({ output: 'out.png', format: 'bigtiff', level: 3, mpp: 0.5, x: -12, force: true })
  })

  it('leaves what was not given undefined, flags false', () => {
    expect(read('slide.svs').options).toEqual({
      output: undefined,
      format: 'bigtiff',
      level: undefined,
      mpp: undefined,
      x: undefined,
      force: false,
    })
  })

  it('takes what follows -- as arguments', () => {
    expect(read('-- -strange-name.svs').arguments).toEqual(['-strange-name.svs'])
  })

  it.each([
    ['', 'FILE is missing.'],
    ['a.svs b.svs', '“b.svs” is one word too many.'],
    ['a.svs --levle 2', 'There is no option --levle; did you mean --level?'],
    ['a.svs --out x', 'There is no option --out; did you mean --output?'],
    ['a.svs --zebra', 'There is no option --zebra.'],
    ['a.svs -k', 'There is no option -k.'],
    ['a.svs --level', '--level needs a value: N.'],
    ['a.svs -o --force', '-o needs a value: FILE.'],
    ['a.svs --force=yes', '--force takes no value, but was given “yes”.'],
    ['a.svs --level 2.5', '--level must be a whole number from 0 to 20, but is “2.5”.'],
    ['a.svs --level 21', '--level must be a whole number from 0 to 20, but is “21”.'],
    ['a.svs --level=', '--level must be a whole number from 0 to 20, but is “”.'],
    ['a.svs --mpp 0', '--mpp must be a number of at least 0.01, but is “0”.'],
    ['a.svs --mpp Infinity', '--mpp must be a number of at least 0.01, but is “Infinity”.'],
    ['a.svs --x 1e400', '--x must be a whole number, but is “1e400”.'],
    ['a.svs --format jpg', '--format must be bigtiff or ome-tiff, but is “jpg”.'],
  ])('refuses “%s”', (line, message) => {
    expect(() => read(line)).toThrow(new UsageError(message))
  })
})
