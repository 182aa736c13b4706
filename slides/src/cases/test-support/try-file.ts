import { exerciseSlide } from './exercise-slide.ts'

// Says what becomes of each file that is named: `node slides/src/cases/test-support/try-file.ts <file>…`
for (const path of process.argv.slice(2)) {
  const { vendor, images, associated, read, errors } = await exerciseSlide(path)
  const contents = `${images} images, ${associated} associated, ${read} reads`
  process.stdout.write(`${path}: ${vendor ? `opens as ${vendor}, ${contents}` : 'is refused'}\n`)
  const lines = new Set(errors.map(({ code, message }) => `  ${code} ${message}\n`))
  process.stdout.write([...lines].join(''))
}
