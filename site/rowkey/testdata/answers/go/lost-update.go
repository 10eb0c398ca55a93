package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

func main() {
	service, err := aztables.NewServiceClientFromConnectionString(os.Getenv("AZURE_STORAGE_CONNECTION_STRING"), nil)
	if err != nil {
		log.Fatal(err)
	}
	workshops := service.NewClient("Workshops")
	for {
		err := book(workshops)
		if err == nil {
			return
		}
		if e := (*azcore.ResponseError)(nil); !errors.As(err, &e) || e.StatusCode != 412 {
			log.Fatal(err)
		}
	}
}

func book(workshops *aztables.Client) error {
	ctx := context.Background()
	read, err := workshops.GetEntity(ctx, "2026-03", "pottery", nil)
	if err != nil {
		return err
	}
	var workshop struct{ Seats int32 }
	if err := json.Unmarshal(read.Value, &workshop); err != nil {
		return err
	}
	change, err := json.Marshal(map[string]any{
		"PartitionKey": "2026-03", "RowKey": "pottery", "Seats": workshop.Seats - 1,
	})
	if err != nil {
		return err
	}
	_, err = workshops.UpdateEntity(ctx, change, &aztables.UpdateEntityOptions{
		IfMatch: &read.ETag, UpdateMode: aztables.UpdateModeMerge,
	})
	return err
}
