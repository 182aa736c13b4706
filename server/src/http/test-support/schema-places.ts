import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Change = (here: unknown) => unknown

/** A place in what a schema describes. */
export interface Place {
  /** Such as `selection.filter.project_id[]`. */
  name: string
  /** `record`: an object whose keys the schema leaves open; who handles it knows them. */
  kind: 'id' | 'text' | 'time' | 'number' | 'flag' | 'choice' | 'list' | 'object' | 'record'
  /** Whether the given value is of those alternatives that the place is in. */
  isIn(given: unknown): boolean
  /** The given value, changed in that place. */
  update(given: unknown, change: Change): unknown
}

type Way = Omit<Place, 'kind'>

/** Every place of the schema, those inside lists and alternatives too. */
export function placesOf(schema: z.ZodType): Place[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return walk(described, { name: '', isIn: () => true, update: (given, change) => change(given) })
}

const asItIs: Change = (here) => here

/**
 * Which of the values is right but for what the place may hold: what is wrong then is wrong there. Throws where none
 * is, as nothing that is put there would be looked at.
 */
export function aroundPlace(schema: z.ZodType, place: Place, values: unknown[], change = asItIs): unknown {
  const isRight = (value: unknown) =>
    place.isIn(value) && schema.safeParse(asSent(place.update(value, change))).success
  const found = values.find(isRight)
  if (found === undefined) throw new Error(`No example has all that must surround ${place.name}`)
  return found
}

/** Without what is undefined. */
const asSent = (value: unknown) => JSON.parse(JSON.stringify(value))

function walk(schema: JsonSchema, way: Way): Place[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (alternatives) return alternatives.flatMap((each) => walk(each, asAlternative(each, way)))
  const kind = kindOf(schema)
  return kind === undefined ? [] : [{ ...way, kind }, ...inside(schema, way)]
}

function inside({ properties, propertyNames, additionalProperties, items }: JsonSchema, way: Way): Place[] {
  const named = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const [key] = ((propertyNames as JsonSchema | undefined)?.enum ?? []) as string[]
  if (key !== undefined) named.push([key, additionalProperties as JsonSchema])
  return [
    ...named.flatMap(([name, schema]) => walk(schema, underKey(name, way))),
    ...(items ? walk(items as JsonSchema, asItem(way)) : []),
  ]
}

function kindOf(schema: JsonSchema): Place['kind'] | undefined {
  const { type, format, enum: choices, const: constant, propertyNames } = schema
  if (constant !== undefined || choices !== undefined) return 'choice'
  switch (type) {
    case 'string':
      return format === 'uuid' ? 'id' : format === 'date-time' ? 'time' : 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'array':
      return 'list'
    case 'object':
      return propertyNames !== undefined && (propertyNames as JsonSchema).enum === undefined
        ? 'record'
        : 'object'
    default:
      return undefined
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function underKey(key: string, { name, isIn, update }: Way): Way {
  return {
    name: name === '' ? key : `${name}.${key}`,
    isIn,
    update: (given, change) =>
      update(given, (here) => ({ ...recordOf(here), [key]: change(recordOf(here)[key]) })),
  }
}

/** The first of a list; the others stay as they are. */
function asItem({ name, isIn, update }: Way): Way {
  const listIn = (here: unknown): unknown[] => (Array.isArray(here) ? here : [])
  return {
    name: `${name}[]`,
    isIn,
    update: (given, change) =>
      update(given, (here) => {
        const [first, ...others] = listIn(here)
        return [change(first), ...others].filter((item) => item !== undefined)
      }),
  }
}

/** Told apart by the keys that must be there, and the words that stand in them. */
function asAlternative({ type, properties, required = [] }: JsonSchema, way: Way): Way {
  if (type !== 'object') return way
  const own = (properties ?? {}) as Record<string, JsonSchema>
  const isOne = (here: unknown) =>
    required.every((key) => {
      const [value, constant] = [recordOf(here)[key], own[key]?.const]
      return constant === undefined ? value !== undefined : value === constant
    })
  return { ...way, isIn: (given) => way.isIn(given) && isOne(valueAt(way, given)) }
}

function valueAt({ update }: Way, given: unknown): unknown {
  let found: unknown
  update(given, (here) => {
    found = here
    return here
  })
  return found
}
