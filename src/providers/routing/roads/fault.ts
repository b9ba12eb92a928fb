/** What is wrong with a map or a file of one, in words for the operator. */
export class MapFault extends Error {
  override name = 'MapFault'
}
