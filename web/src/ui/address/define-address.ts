/** A value as the address says it: under a name, as one text or several. */
export interface Parameter<Value> {
  /** Left out: as the field is called. */
  name?: string
  /** What counts where the address doesn't say it, or says what makes no sense. Addresses are silent about it. */
  usual: Value
  read(said: readonly string[]): Value | undefined
  write(value: Value): readonly string[]
  /** Whether it takes something away from what is shown. */
  narrows: boolean
}

type Fields<Values> = { readonly [Field in keyof Values]: Parameter<Values[Field]> }

/** What a page shows, as its address has it. */
export interface Address<Values extends object> {
  readonly usual: Values
  /** What takes every filter away, and leaves the rest as it is. */
  readonly unfiltered: Partial<Values>
  read(parameters: URLSearchParams): Values
  /** What else the address says stays. Any other change than of the page begins at the first page again. */
  change(parameters: URLSearchParams, changes: Partial<Values>): URLSearchParams
  /** The filters that are set. */
  chosen(values: Values): (keyof Values & string)[]
  isFiltered(values: Values): boolean
}

export function defineAddress<Values extends object>(fields: Fields<Values>): Address<Values> {
  type Field = keyof Values & string
  const all = Object.keys(fields) as Field[]
  const nameOf = (field: Field) => fields[field].name ?? field
  const take = (from: (field: Field) => unknown, some = all) =>
    Object.fromEntries(some.map((field) => [field, from(field)])) as unknown as Values
  const say = <Key extends Field>(field: Key, value: Values[Key]) => {
    const said = fields[field].write(value)
    return said.join() === fields[field].write(fields[field].usual).join() ? [] : said
  }
  const chosen = (values: Values) =>
    all.filter((field) => fields[field].narrows && say(field, values[field]).length > 0)
  return {
    usual: take((field) => fields[field].usual),
    unfiltered: take(
      (field) => fields[field].usual,
      all.filter((field) => fields[field].narrows),
    ),
    read: (parameters) =>
      take((field) => {
        const { read, usual } = fields[field]
        const name = nameOf(field)
        return parameters.has(name) ? (read(parameters.getAll(name)) ?? usual) : usual
      }),
    change(parameters, changes) {
      const changed = new URLSearchParams(parameters)
      if ('page' in fields) changed.delete('page')
      for (const field of all.filter((each) => changes[each] !== undefined)) {
        changed.delete(nameOf(field))
        for (const each of say(field, changes[field] as Values[Field])) changed.append(nameOf(field), each)
      }
      return changed
    },
    chosen,
    isFiltered: (values) => chosen(values).length > 0,
  }
}
