CREATE TABLE `job_ratings` (
	`job_id` text PRIMARY KEY NOT NULL,
	`worker_id` text,
	`stars` integer NOT NULL,
	`comment` text,
	`rated_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_ratings_stars" CHECK("job_ratings"."stars" BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE INDEX `job_ratings_by_worker` ON `job_ratings` (`worker_id`,`stars`);--> statement-breakpoint
CREATE TABLE `visit_confirmations` (
	`job_id` text PRIMARY KEY NOT NULL,
	`start` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
