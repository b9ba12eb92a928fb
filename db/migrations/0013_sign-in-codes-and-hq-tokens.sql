CREATE TABLE `hq_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`role` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `hq_tokens_by_end` ON `hq_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`token_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_by_end` ON `sign_in_codes` (`expires_at`);
--> statement-breakpoint
-- A word that is deleted leaves the search index at once, not when its pages are merged some day.
INSERT INTO job_search (job_search, rank) VALUES ('secure-delete', 1);
