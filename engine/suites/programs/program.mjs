/** The connection string of the account. */
export const connection = process.env["ROWKEY_CONNECTION"] ?? "";

/**
 * A program's package. If it isn't installed, the script ends with 77, as one that was skipped.
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function program(name) {
  try {
    return await import(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") {
      process.exit(77);
    }
    throw error;
  }
}
