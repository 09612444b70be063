declare module 'virtual:database-files' {
  /** Its address. */
  const url: string
  export default url
}
