/** The worker of the framed page that is one file. */
import "./source.ts";
import "../../worker.ts";
