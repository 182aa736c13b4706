import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Change = (here: unknown) => unknown

/** A place in what a schema describes. */
export interface Place {
  /** Such as `selection.filter.project_id[]`. */
  name: string
  kind: 'id' | 'text' | 'number' | 'flag' | 'choice' | 'list' | 'object'
  /** The given value, changed in that place; what has to surround it is added where it is missing. */
  update(given: unknown, change: Change): unknown
}

type Way = Pick<Place, 'name' | 'update'>

/** Every place of the schema, those inside lists and alternatives too. */
export function placesOf(schema: z.ZodType): Place[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return walk(described, { name: '', update: (given, change) => change(given) })
}

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

function kindOf({ type, format, enum: choices, const: constant }: JsonSchema): Place['kind'] | undefined {
  if (constant !== undefined || choices !== undefined) return 'choice'
  switch (type) {
    case 'string':
      return format === 'uuid' ? 'id' : 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'array':
      return 'list'
    case 'object':
      return 'object'
    default:
      return undefined
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function underKey(key: string, { name, update }: Way): Way {
  return {
    name: name === '' ? key : `${name}.${key}`,
    update: (given, change) =>
      update(given, (here) => ({ ...recordOf(here), [key]: change(recordOf(here)[key]) })),
  }
}

function asItem({ name, update }: Way): Way {
  return {
    name: `${name}[]`,
    update: (given, change) => update(given, (here) => [change(Array.isArray(here) ? here[0] : undefined)]),
  }
}

/** What is there is made one of its kind: without the keys of the others, and with the word that tells it apart. */
function asAlternative({ type, properties }: JsonSchema, { name, update }: Way): Way {
  if (type !== 'object') return { name, update }
  const own = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const fit = (here: unknown) => {
    const given = recordOf(here)
    const fitting = own.flatMap(([key, { const: constant }]) =>
      constant !== undefined ? [[key, constant]] : key in given ? [[key, given[key]]] : [],
    )
    return Object.fromEntries(fitting)
  }
  return { name, update: (given, change) => update(given, (here) => change(fit(here))) }
}
